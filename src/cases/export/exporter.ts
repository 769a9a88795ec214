import type { Cassette } from '../../cassette/index.js';

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
