import type { Profile } from '../commands/index.js';
import type { EvaluatorOptions } from '../eval/index.js';
import type { RecordedCase } from '../sandbox/index.js';
import type { CommandRefusal } from '../skills/index.js';
import type { TypeService } from '../types/index.js';
import type { Bench } from './bench.js';
import type { Ask } from './confirm/confirm-live.js';

/** A page on a session that is served. */
export interface SessionPage {
  /** An address that opens the page once, in the next ten minutes. */
  newAddress(): string;
  /** Why the page only shows requests. */
  readonly note?: string | undefined;
  close(): Promise<void>;
}

export interface BenchOptions {
  /** Whether a person types the inputs: defines `In` and `Out`, and offers the commands of a prompt. */
  readonly isPrompt?: boolean;
  /**
   * Returns why commands of the shell must not run now. Those that run need no confirmation. At a prompt they always run, and
   * elsewhere never, unless this function allows them.
   */
  readonly shellRefusal?: () => string | undefined;
  /** Makes every replay strict: an unrecorded request is an error. */
  readonly strict?: boolean;
  readonly directory?: string;
  /** Asks the user to confirm live requests that buy, delete, dial or send. Without it, they are sent unconfirmed. */
  readonly ask?: Ask;
  /** Shows all of a value in the pager of the user. Without it, `.page` prints the value. */
  readonly showInPager?: Bench['showInPager'];
  /** Serves a page on the session, on loopback. Without it, there is no page. */
  readonly inspect?: (bench: Bench) => Promise<SessionPage>;
  /** Opens a text in the editor of the user. */
  readonly edit?: Bench['edit'];
  /** The recording with whose resources the sandbox starts. */
  readonly from?: RecordedCase;
  /** The file of that recording, for exports. */
  readonly startedFrom?: string;
  /** Profiles in addition to those of the user. */
  readonly profiles?: () => Readonly<Record<string, Profile>>;
  /** The environment with the account of the platform. The default is `process.env`. */
  readonly env?: () => NodeJS.ProcessEnv;
  /** Returns why commands in the texts of a skill folder must not run. */
  readonly commandRefusal?: CommandRefusal;
  /** Addresses whose requests go where those of `platform` go, whichever client sends them. */
  readonly maps?: readonly string[];
  readonly importModule?: EvaluatorOptions['importModule'];
  readonly afterCode?: EvaluatorOptions['afterCode'];
  /** Completes expressions by their types. The bench closes it. */
  readonly types?: TypeService;
}
