import { fixedAccount, warn } from './account/fixed-account.js';
import { restClientClass } from './client-class.js';

/** A client that reaches the platform with the connections of Node.js. */
export const RestClient = restClientClass({ accountOf: fixedAccount, warn });
export type RestClient = InstanceType<typeof RestClient>;
