import { liveTransport, type Transport } from '../../http/index.js';
import type { Account } from './account.js';
import { credentialsFrom } from './credentials.js';

type Given = Partial<Record<'project' | 'token' | 'host' | 'proxy' | 'ca', string | undefined>> & {
  transport?: Transport | undefined;
};

/** The account of an ordinary client. Clients created by `with` share its connection pool. */
export function fixedAccount(given: Given, env = process.env): Account {
  const account = { credentials: credentialsFrom(given, env), transport: given.transport ?? liveTransport(given) };
  return () => account;
}

/** Where an ordinary client reports its notices. */
export const warn = (text: string): void => process.emitWarning(text, 'PatchbayNotice');
