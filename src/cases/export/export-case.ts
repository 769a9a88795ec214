import type { Cassette } from '../../cassette/index.js';
import { Mistake, nearest } from '../../util/index.js';
import type { Exporter, ExportOptions } from './exporter.js';
import { curlScript } from './to-curl.js';
import { harFile } from './to-har.js';
import { httpRequests } from './to-http-file.js';
import { typescript } from './to-typescript.js';

/** The formats that a case can be written in. */
export const exporters: readonly Exporter[] = [typescript, curlScript, httpRequests, harFile];

/** Writes a recording in another format. Throws if the format is unknown. */
export function exportCase(
  cassette: Pick<Cassette, 'header' | 'documents'>,
  format: string,
  options: ExportOptions = {},
): string {
  const exporter = exporters.find(({ name }) => name === format);
  if (exporter) return exporter.write(cassette, options);
  const names = exporters.map(({ name }) => name);
  const meant = nearest(format, names);
  throw new Mistake(
    `unknown format ${format}. ${meant ? `Did you mean ${meant}?` : `The formats are ${names.join(', ')}`}`,
  );
}
