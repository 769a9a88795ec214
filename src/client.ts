// `patchbay/client`: what programs need of the client. The other exports of `src/client/index.ts` are for the other folders.
export {
  type CallOptions,
  type FieldError,
  operations,
  PhoneCallHandler,
  type Plan,
  PlatformRestError,
  RestClient,
  type RestClientOptions,
} from './client/index.js';
