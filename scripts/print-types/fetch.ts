/** The declarations of `patchbay/client/fetch`: the types of the client, and the values that do not need Node.js. */
export const FETCH = `import type { RestClient as Client, RestClientOptions } from './index.js';

export type * from './index.js';
export { extra, operations, PhoneCallHandler, PlatformRestError, verify_signature } from './index.js';

/** The options of a client that uses \`fetch\`, which has no proxies and no certificates of its own. */
export interface FetchClientOptions extends Omit<RestClientOptions, 'proxy' | 'ca'> {}

export type RestClient = Client;
/** A client of the platform's REST API that uses \`fetch\`. It needs no module of Node.js. */
export declare const RestClient: { new (options?: FetchClientOptions): Client };
`;
