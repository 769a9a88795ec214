export { type Account, type AccountNow, AccountSession } from './account/account.js';
export { CREDENTIAL_VARIABLES, credentialsFrom } from './account/credentials.js';
export { fixedAccount } from './account/fixed-account.js';
export { PlatformRestError } from './errors/error.js';
export { readErrorBody } from './errors/error-body.js';
export { bool, int, list, num, oneOf, str } from './field.js';
export { type Match, matchRoute, methodsAt, operationOf, operationWith } from './match-route.js';
export { PhoneCallHandler } from './phone-call-handler.js';
export type {
  ApiPromise,
  CallOptions,
  FieldError,
  IncomingRequest,
  Plan,
  Responded,
  ResponseEvent,
  RestClientOptions,
} from './public-types.js';
export { declaredOptions } from './request/accepted-fields.js';
export { problemsOf } from './request/check.js';
export { usageOf, withoutNulls } from './request/plan.js';
export { CALL_OPTIONS } from './request/send.js';
export { unknownIn } from './request/unknown-names.js';
export { extra } from './response/extra.js';
export { ROWS } from './response/listing.js';
export { nextPage } from './response/next-page.js';
export { RestClient } from './rest-client.js';
export { argumentNames, isRow, walkRows } from './row.js';
export type { AnyField, Argument, DocumentLanguage, Fields, Row, Tree } from './row-types.js';
export { operations } from './tables/index.js';
export { bodyHash, documentSignature, formSignature, verify_signature } from './webhooks/signature.js';
export { isForm, type SignedParts } from './webhooks/signatures-with.js';
