// `patchbay/client`: what programs need of the client. The other exports of `src/client/index.ts` are for the other folders.
export {
  type ApiPromise,
  type CallOptions,
  extra,
  type FieldError,
  type IncomingRequest,
  operations,
  PhoneCallHandler,
  type Plan,
  PlatformRestError,
  type Responded,
  type ResponseEvent,
  RestClient,
  type RestClientOptions,
  verify_signature,
} from './client/index.js';
