import type { Cassette, CassetteEntry, CassetteHeader } from '../../cassette/index.js';
import { mayBeLoopback } from '../../http/index.js';
import type { Policy } from '../../redact/index.js';
import { fileInShell, plainLine } from '../../util/index.js';
import type { WrittenCall } from './written-calls.js';

export interface ExportOptions {
  /**
   * Where the commands of curl and the requests of an .http file go. Default: the host of the recording, or the address
   * of `patchbay sandbox --port 4010` if the sandbox was recorded.
   */
  readonly base?: string;
  /** The recording, as a program beside the export names it. Without it, a program starts with the sample account. */
  readonly file?: string;
  /** The recording with whose resources the sandbox started, if that is another one than `file`. */
  readonly from?: string;
  /** The cause of the failure and how to fix it, for a report. Default: the findings of `explain`. */
  readonly analysis?: Analysis;
  /**
   * The host of the user's space. Requests to other hosts get no credentials, unless they go to `base` or the sandbox: the
   * hosts of a recording are those of another person.
   */
  readonly host?: string;
  /** Values that the export must not contain. */
  readonly secrets?: Iterable<string | undefined>;
  readonly policy?: Policy;
  /** @internal The requests that a sandbox does not fail as in the recording. `exportCase` finds them. */
  readonly unproduced?: ReadonlySet<CassetteEntry>;
}

/** Markdown for a report. */
export interface Analysis {
  readonly cause: string;
  readonly fix: string;
  /** The responses of the sandbox to requests without a recorded response, such as `**1** queues.get → 404`. */
  readonly answers?: readonly string[];
  /** What the sandbox of `explain` could not be populated with. */
  readonly notes?: readonly string[];
}

/** A port for the sandbox in commands that people paste. */
const SANDBOX_BASE = 'http://127.0.0.1:4010';

/** Returns a URL that programs can reach: the host of the simulator is not an address. */
export const reachableUrl = (url: string): string =>
  url.replace(/^https?:\/\/sandbox\.invalid(?=[/?]|$)/, () => SANDBOX_BASE);

/**
 * The options of `createSandbox` for the state in which the recording began. The same seed and time produce the same ids.
 * Other recordings show the resources that existed.
 */
export function sandboxStart(
  { seed, clock }: CassetteHeader,
  { file, from = file }: ExportOptions,
): Readonly<Record<string, unknown>> {
  if (seed !== undefined && clock !== undefined) return { seed, now: clock };
  return from === undefined ? {} : { from };
}

/** The command that starts the server to which the requests go, if they go to this machine. For a comment. */
export function sandboxCommand(header: CassetteHeader, options: ExportOptions): string | undefined {
  const base = options.base ?? (header.origin === 'sandbox' ? SANDBOX_BASE : undefined);
  const url = base === undefined ? undefined : new URL(base);
  if (!url || !mayBeLoopback(url.hostname)) return undefined;
  const { from } = sandboxStart(header, options);
  const state = from === undefined ? `--seed ${header.seed ?? 1}` : `--from ${fileInShell(String(from))}`;
  return `patchbay sandbox --port ${url.port || 80} ${state}`;
}

/** A text in one line, for a comment in a program or a script. */
export const inComment = (text: string): string => plainLine(text, MAX_COMMENT);
const MAX_COMMENT = 4_000;

export type Recording = Pick<Cassette, 'header' | 'documents'>;

/** A recording with its requests as code, which are written when a format reads them. */
export interface WrittenRecording extends Recording {
  readonly calls: readonly WrittenCall[];
}

/** One format that a case can be written in. */
export interface Exporter {
  readonly name: string;
  /** One sentence for the help. */
  readonly summary: string;
  readonly extension: string;
  write(cassette: WrittenRecording, options: ExportOptions): string;
  /** Whether the text is a program that calls the client. */
  readonly isProgram?: true;
  /**
   * Parses the text, and returns why it contains something else than the recorded requests. A text with a problem is not
   * written.
   */
  problem(text: string, cassette: WrittenRecording, options: ExportOptions): string | undefined;
  /** What this format cannot reproduce, one sentence each. The text has the sentences too. */
  limits?(cassette: WrittenRecording, options: ExportOptions): string[];
}
