import { join } from 'node:path';
import { packageRoot } from '../../util/index.js';
import type { PageSession } from '../access/page-sessions.js';
import type { CaseState } from '../case-contract.js';
import { OpenCase, type OpenCaseOptions } from './open-case.js';

/** A server has at most this many cases. A new one closes the oldest. */
const MAX_CASES = 3;

const NO_CASE: CaseState = { name: null, work: null, problem: null, isReviewed: false, isSmaller: false, parts: {} };

/** The cases of the page sessions, one for each. They are in memory only. */
export class OpenCases {
  readonly #cases = new Map<PageSession, OpenCase>();
  readonly #options: () => OpenCaseOptions;

  /** `secrets` is called for each case, because a session learns secrets. */
  constructor(secrets: () => readonly string[]) {
    this.#options = () => ({ entry: join(packageRoot(), 'dist', 'case-thread.js'), secrets: secrets() });
  }

  of = (session: PageSession): OpenCase | undefined => this.#cases.get(session);

  stateOf = (session: PageSession): CaseState => this.#cases.get(session)?.state ?? NO_CASE;

  /** A case to open files in. It takes the place of an earlier one of the session. */
  open(session: PageSession): OpenCase {
    const earlier = this.#cases.get(session);
    if (earlier?.isIdle) return earlier;
    this.end(session);
    const [oldest] = this.#cases.keys();
    if (oldest && this.#cases.size >= MAX_CASES) this.end(oldest);
    const opened = new OpenCase(this.#options());
    this.#cases.set(session, opened);
    return opened;
  }

  end(session: PageSession): void {
    this.#cases.get(session)?.close();
    this.#cases.delete(session);
  }

  close(): void {
    for (const session of [...this.#cases.keys()]) this.end(session);
  }
}
