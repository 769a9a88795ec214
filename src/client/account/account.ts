import { liveTransport, type Transport } from '../../http/index.js';
import { secretCutter } from '../../redact/index.js';
import type { CallOptions } from '../public-types.js';
import type { Sender } from '../request/send.js';
import { type Credentials, credentialsFrom } from './credentials.js';

/** The credentials and the transport that a client uses now. */
export interface AccountNow {
  readonly credentials: Credentials;
  readonly transport: Transport;
}

/** Read at each call, so that a bench can change the mode without a new client. */
export type Account = () => AccountNow;

type Given = Partial<Record<'project' | 'token' | 'host' | 'proxy' | 'ca', string>> & { transport?: Transport };

/**
 * Returns the account of an ordinary client. It never changes, and clients created by `with` share its connection pool.
 */
export function fixedAccount(given: Given, env = process.env): Account {
  const account = { credentials: credentialsFrom(given, env), transport: given.transport ?? liveTransport(given) };
  return () => account;
}

const AGENT = 'patchbay';
const senders = new WeakMap<AccountNow, Pick<Sender, 'headers' | 'secrets'>>();

export function senderOf(account: AccountNow, options: CallOptions & { user_agent?: string }): Sender {
  let known = senders.get(account);
  if (!known) {
    const { project, token } = account.credentials;
    const basic = Buffer.from(`${project}:${token}`).toString('base64');
    known = {
      headers: { authorization: `Basic ${basic}`, accept: 'application/json', 'user-agent': AGENT },
      secrets: secretCutter([token, basic]),
    };
    senders.set(account, known);
  }
  const { user_agent } = options;
  const headers =
    user_agent === undefined ? known.headers : { ...known.headers, 'user-agent': `${user_agent} ${AGENT}` };
  return { ...known, headers, transport: account.transport, options };
}
