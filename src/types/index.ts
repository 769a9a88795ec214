export type { TypeCompletion, TypeItem, TypeItemKind, TypeMemory, TypeSignature } from './messages.js';
export {
  createTypeService,
  type TypeRequestOptions,
  type TypeService,
  type TypeServiceOptions,
  type TypeServiceStatus,
} from './type-service.js';
