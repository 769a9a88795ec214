// `patchbay/client/fetch`: the client for browsers, workers and other runtimes. The build bundles it into one file without
// modules of Node.js, so it imports only files that need none.
export { PlatformRestError } from './client/errors/error.js';
export { RestClient } from './client/fetch-client.js';
export { PhoneCallHandler } from './client/phone-call-handler.js';
export { extra } from './client/response/extra.js';
export { operations } from './client/tables/index.js';
export { verify_signature } from './client/webhooks/fetch-signature.js';
