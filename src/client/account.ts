import { liveTransport, type Transport } from '../http/index.js';
import { secretCutter } from '../redact/index.js';
import { type Credentials, credentialsFrom } from './credentials.js';
import type { CallOptions, Sender } from './send.js';

/** Who asks, and who answers. */
export interface AccountNow {
  readonly credentials: Credentials;
  readonly transport: Transport;
}

/** Asked at each call: a bench that changes where its requests go keeps its client. */
export type Account = () => AccountNow;

/** The account of an ordinary client: settled when it is made, one pool of connections for it and all that `with` makes. */
export function fixedAccount(
  options: { project?: string; token?: string; host?: string; transport?: Transport },
  env = process.env,
): Account {
  const account = { credentials: credentialsFrom(options, env), transport: options.transport ?? liveTransport() };
  return () => account;
}

const senders = new WeakMap<AccountNow, Pick<Sender, 'headers' | 'secrets'>>();

export function senderOf(account: AccountNow, options: CallOptions): Sender {
  let known = senders.get(account);
  if (!known) {
    const { project, token } = account.credentials;
    const basic = Buffer.from(`${project}:${token}`).toString('base64');
    known = {
      headers: { authorization: `Basic ${basic}`, accept: 'application/json', 'user-agent': 'patchbay' },
      secrets: secretCutter([token, basic]),
    };
    senders.set(account, known);
  }
  return { ...known, transport: account.transport, options };
}
