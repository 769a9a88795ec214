// `patchbay/client`: what programs need of the client. The rest of the folder's face is for our own parts.
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
