import { fetchTransport } from '../../http/index.js';
import type { RestClientOptions } from '../public-types.js';
import type { Account } from './account.js';
import { credentialsFrom } from './credentials.js';

/** The environment, in programs that have one. */
const environment = (): Readonly<Record<string, string | undefined>> =>
  (globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } }).process?.env ?? {};

/** The account of a client that uses `fetch`. */
export function fetchAccount(given: RestClientOptions): Account {
  for (const name of ['proxy', 'ca'] as const)
    if (given[name] !== undefined)
      throw new TypeError(
        `patchbay/client/fetch has no ${name}, because fetch has none; use patchbay/client or a transport of your own`,
      );
  const account = {
    credentials: credentialsFrom(given, environment()),
    transport: given.transport ?? fetchTransport(),
  };
  return () => account;
}

export const warnInConsole = (text: string): void => console.warn(text);
