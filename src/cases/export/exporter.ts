import {
  type Cassette,
  type CassetteDocument,
  type CassetteEntry,
  type CassetteHeader,
  textOf,
} from '../../cassette/index.js';
import type { Policy } from '../../redact/index.js';

export interface ExportOptions {
  /**
   * Where the commands of curl and the requests of an .http file go. Default: the host of the recording, or the address
   * of `patchbay sandbox --port 4010` if the sandbox was recorded.
   */
  readonly base?: string;
  /** The recording, as a program beside the export names it. Without it, a program starts with the sample account. */
  readonly file?: string;
  /** The cause of the failure and how to fix it, for a report. */
  readonly analysis?: Analysis;
  /** Values that the export must not contain. */
  readonly secrets?: Iterable<string | undefined>;
  readonly policy?: Policy;
}

/** Markdown for a report. */
export interface Analysis {
  readonly cause: string;
  readonly fix: string;
  /** The responses of the sandbox to requests without a recorded response, such as `**1** queues.get → 404`. */
  readonly answers?: readonly string[];
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
  { file }: ExportOptions,
): Readonly<Record<string, unknown>> {
  if (seed !== undefined && clock !== undefined) return { seed, now: clock };
  return file === undefined ? {} : { from: file };
}

/** The command that starts a server which answers like the recorded sandbox, for a comment. */
export const sandboxCommand = ({ origin, seed = 1 }: CassetteHeader): string | undefined =>
  origin === 'sandbox' ? `patchbay sandbox --port 4010 --seed ${seed}` : undefined;

/** One format that a case can be written in. */
export interface Exporter {
  readonly name: string;
  /** One sentence for the help. */
  readonly summary: string;
  readonly extension: string;
  write(cassette: Pick<Cassette, 'header' | 'documents'>, options: ExportOptions): string;
}

/** A recorded request with its body as text. */
export interface RequestText {
  readonly method: string;
  readonly url: string;
  readonly type: string | undefined;
  readonly body: string | undefined;
  readonly entry: CassetteEntry;
}

/** The requests of a case, with another host if one is given. A binary body has no text. */
export function requestTexts(documents: readonly CassetteDocument[], base: string | undefined): RequestText[] {
  return documents.flatMap((document): RequestText[] => {
    if (document.kind !== 'http') return [];
    const entry = document as CassetteEntry;
    const { method, url, type, body } = entry.request;
    const { pathname, search } = new URL(url);
    const text = body && !('base64' in body) ? textOf(body) : undefined;
    return [
      {
        method,
        url: base === undefined ? reachableUrl(url) : base.replace(/\/$/, '') + pathname + search,
        type: text === undefined ? undefined : (type ?? 'application/json'),
        body: text,
        entry,
      },
    ];
  });
}
