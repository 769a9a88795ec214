import type { Transport } from '../../http/index.js';
import { secretCutter } from '../../redact/index.js';
import { base64, utf8 } from '../../util/index.js';
import type { CallOptions } from '../public-types.js';
import { noticesOf } from '../request/notices.js';
import type { Planned } from '../request/plan.js';
import type { Sender } from '../request/send.js';
import type { Credentials } from './credentials.js';

export interface AccountNow {
  readonly credentials: Credentials;
  readonly transport: Transport;
}

/** Read at each call, so that a bench can change the mode without a new client. */
export type Account = () => AccountNow;

const AGENT = 'patchbay';

type Identity = AccountNow & Pick<Sender, 'headers' | 'secrets'>;

type Inspect = (row: Planned['row'], fields: Planned['fields']) => readonly string[];

/** The account of a client and of the clients that `with` creates. They report each notice once. */
export class AccountSession {
  readonly account: Account;
  readonly #report: (text: string) => void;
  readonly #reported: Set<string>;
  readonly #inspect: Inspect;
  #identity: Identity | undefined;
  #source: AccountNow | undefined;

  /** With `reported`, the owner of the set decides when a notice is reported again. `inspect` adds notices to a call. */
  constructor(
    account: Account,
    report: (text: string) => void,
    reported = new Set<string>(),
    inspect: Inspect = () => [],
  ) {
    this.account = account;
    this.#report = report;
    this.#reported = reported;
    this.#inspect = inspect;
  }

  /** The account now, with the headers and the secrets of its requests. It is the same object until the account changes. */
  get identity(): Identity {
    const account = this.account();
    if (!this.#identity || account !== this.#source) {
      const { project, token } = account.credentials;
      const basic = base64(utf8(`${project}:${token}`));
      this.#source = account;
      this.#identity = {
        ...account,
        headers: { authorization: `Basic ${basic}`, accept: 'application/json', 'user-agent': AGENT },
        secrets: secretCutter([token, basic]),
      };
    }
    return this.#identity;
  }

  /** Reports the notices about a call before it is sent. */
  noticeCall(planned: Planned): void {
    const { operation, row, fields } = planned;
    const more = this.#inspect(row, fields).map((text) => `${operation}: ${text}`);
    for (const text of [...noticesOf(planned), ...more]) this.notice(text);
  }

  notice(text: string): void {
    if (!this.#reported.has(text)) this.#report(text);
    this.#reported.add(text);
  }
}

export function senderOf(identity: Identity, options: CallOptions & { user_agent?: string }): Sender {
  const { transport, secrets } = identity;
  const { user_agent } = options;
  const headers =
    user_agent === undefined ? identity.headers : { ...identity.headers, 'user-agent': `${user_agent} ${AGENT}` };
  return { transport, secrets, headers, options };
}
