import { type Cassette, type CassetteDocument, type CassetteEntry, textOf } from '../../cassette/index.js';

export interface ExportOptions {
  /** Where the commands of curl and the requests of an .http file go. Default: the host of the recording. */
  readonly base?: string;
}

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
        url: base === undefined ? url : base.replace(/\/$/, '') + pathname + search,
        type: text === undefined ? undefined : (type ?? 'application/json'),
        body: text,
        entry,
      },
    ];
  });
}
