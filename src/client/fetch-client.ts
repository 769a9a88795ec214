import { fetchAccount, warnInConsole } from './account/fetch-account.js';
import { restClientClass } from './client-class.js';

/** A client that reaches the platform with `fetch`. It needs no module of Node.js. */
export const RestClient = restClientClass({ accountOf: fetchAccount, warn: warnInConsole });
export type RestClient = InstanceType<typeof RestClient>;
