import { isSameSecret, newSecret, secretMatcher } from '../../http/index.js';

const CODE_MS = 10 * 60_000;
const ATTEMPTS_MS = 60_000;
const MAX_ATTEMPTS = 5;
const MAX_SESSIONS = 32;

interface Code {
  readonly matches: (given: string) => boolean;
  readonly expiresAt: number;
}

/** A browser that may use the page. What belongs to it ends with it. */
export interface PageSession {
  readonly matches: (given: string) => boolean;
}

export type SignIn =
  | { readonly session: string }
  | { readonly refused: 'wrong' }
  | { readonly refused: 'limited'; readonly seconds: number };

/** Who may use the page: one-time codes, and the sessions that they or the token opened. */
export class PageSessions {
  readonly #token: string | undefined;
  readonly #now: () => number;
  #codes: Code[] = [];
  #sessions: PageSession[] = [];
  #attempts: number[] = [];

  readonly #onEnd: (session: PageSession) => void;

  constructor(
    token: string | undefined,
    now: () => number = Date.now,
    onEnd: (session: PageSession) => void = () => {},
  ) {
    this.#token = token;
    this.#now = now;
    this.#onEnd = onEnd;
  }

  /** Creates a code that opens one session in the next ten minutes. */
  newCode(): string {
    const code = newSecret();
    this.#codes.push({ matches: secretMatcher(code), expiresAt: this.#now() + CODE_MS });
    return code;
  }

  /** Opens a session, and uses up the code. Undefined for an unknown, used or expired code. */
  openWithCode(given: string): string | undefined {
    this.#codes = this.#codes.filter(({ expiresAt }) => expiresAt > this.#now());
    const found = this.#codes.find(({ matches }) => matches(given));
    if (!found) return undefined;
    this.#codes = this.#codes.filter((one) => one !== found);
    return this.#open();
  }

  /** Opens a session with the token of the sandbox. After too many wrong ones, all are refused for a minute. */
  openWithToken(given: string): SignIn {
    const now = this.#now();
    this.#attempts = this.#attempts.filter((at) => at > now - ATTEMPTS_MS);
    const [oldest = now] = this.#attempts;
    if (this.#attempts.length >= MAX_ATTEMPTS)
      return { refused: 'limited', seconds: Math.ceil((oldest + ATTEMPTS_MS - now) / 1000) };
    if (this.#token !== undefined && isSameSecret(given, this.#token)) return { session: this.#open() };
    this.#attempts.push(now);
    return { refused: 'wrong' };
  }

  /** Undefined for the cookie of no session. */
  find(given: string): PageSession | undefined {
    return this.#sessions.find(({ matches }) => matches(given));
  }

  #open(): string {
    const session = newSecret();
    for (const oldest of this.#sessions.slice(0, 1 - MAX_SESSIONS)) this.#onEnd(oldest);
    this.#sessions = [...this.#sessions.slice(1 - MAX_SESSIONS), { matches: secretMatcher(session) }];
    return session;
  }
}
