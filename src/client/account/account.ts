import { liveTransport, type Transport } from '../../http/index.js';
import { secretCutter } from '../../redact/index.js';
import type { CallOptions, Sender } from '../request/send.js';
import { type Credentials, credentialsFrom } from './credentials.js';

/** Who asks, and who answers. */
export interface AccountNow {
  readonly credentials: Credentials;
  readonly transport: Transport;
}

/** Asked at each call: a bench that changes where its requests go keeps its client. */
export type Account = () => AccountNow;

type Given = Partial<Record<'project' | 'token' | 'host' | 'proxy' | 'ca', string>> & { transport?: Transport };

/** The account of an ordinary client: settled when it is made, one pool of connections for it and all that `with` makes. */
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
