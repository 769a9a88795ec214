// `patchbay/sandbox`. Our own parts use the folder of that name, because the file format of recordings loads slowly.
import { openCassette } from './cassette/index.js';
import { newSandbox, type SandboxOptions as Options, type RecordedCase, type Sandbox } from './sandbox/index.js';
import { nearest } from './util/index.js';

export {
  CALL_VARIABLES,
  type CalledExpectation,
  type CallStory,
  type CallSummary,
  type Cast,
  type CastCalled,
  type CastCaller,
  type CastMoment,
  type CastOptions,
  type CastParty,
  type CastReply,
  type CastResult,
  type CheckedExpectation,
  CXML_PROMPTS,
  copySandbox,
  DOCUMENT_VERBS,
  type DocumentVerb,
  documentProblems,
  type Expectation,
  type Expected,
  type InFlight,
  newSandbox,
  type Parameter,
  type Parameters,
  type RecordedCase,
  type Ring,
  type RingOptions,
  type Sandbox,
  type SandboxCopy,
  type SandboxServer,
  type ServerOptions,
  type ServerState,
  type Snapshot,
  type StandIn,
  type Verified,
  type VerifiedExpectation,
  type VerifyOptions,
  type Webhook,
  type Webhooks,
} from './sandbox/index.js';

export interface SandboxOptions extends Omit<Options, 'from'> {
  /**
   * A recording, or the name of its file. The sandbox starts with the resources that the recording shows but does not
   * create, with the same ids and fields, and without the sample account. A resource that the recording changes or
   * deletes starts as it was before, as far as the recording shows it. The clock starts at the time of the recording.
   * `notes` names what could not be populated.
   */
  readonly from?: string | RecordedCase;
}

/**
 * Creates a sandbox. Programs that do not read a file use `newSandbox`, because the file format of recordings loads
 * slowly.
 *
 * @example
 * const sandbox = createSandbox({ from: 'case.yaml' });
 * for (const note of sandbox.notes) console.warn(note);
 */
export function createSandbox({ from, ...options }: SandboxOptions = {}): Sandbox {
  const [unknown] = Object.keys(options).filter((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) {
    const meant = nearest(unknown, OPTIONS);
    throw new TypeError(
      `createSandbox: unknown option ${unknown}. ${meant ? `Did you mean ${meant}?` : `Its options: ${OPTIONS.join(', ')}`}`,
    );
  }
  if (from === undefined) return newSandbox(options);
  return newSandbox({ ...options, from: typeof from === 'string' ? openCassette(from) : from });
}

/** The names of all options. */
const OPTIONS = Object.keys({
  ...{ seed: true, now: true, empty: true, from: true, token: true },
  ...{ signing_key: true, signature_prefix: true, warn: true },
} satisfies Record<keyof SandboxOptions, true>);
