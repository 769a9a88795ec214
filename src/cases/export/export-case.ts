import type { Cassette, CassetteDocument, CassetteHeader } from '../../cassette/index.js';
import { redactDocuments } from '../../redact/index.js';
import { Mistake, nearest } from '../../util/index.js';
import type { Exporter, ExportOptions } from './exporter.js';
import { curlScript } from './to-curl.js';
import { harFile } from './to-har.js';
import { httpRequests } from './to-http-file.js';
import { notebook } from './to-notebook.js';
import { report } from './to-report.js';
import { vitestFile } from './to-test.js';
import { typescript } from './to-typescript.js';

/** The formats that a case can be written in. */
export const exporters: readonly Exporter[] = [
  typescript,
  vitestFile,
  notebook,
  curlScript,
  httpRequests,
  harFile,
  report,
];

/** Writes a recording in another format, redacted. Throws if the format is unknown. */
export function exportCase(
  cassette: Pick<Cassette, 'header' | 'documents'>,
  format: string,
  options: ExportOptions = {},
): string {
  const exporter = exporterNamed(format);
  const { policy, secrets = [] } = options;
  // A recording may hold personal data, for example with --no-redact. Redacting twice changes nothing.
  const all = [cassette.header, ...cassette.documents];
  const placed = all.map((document, i) => ({ place: i === 0 ? 'the header' : `entry ${i}`, document }));
  const { gate } = redactDocuments<CassetteHeader | CassetteDocument>(placed, { ...(policy && { policy }), secrets });
  const [header, ...documents] = placed.map(({ document }) => document);
  // Redaction keeps the order and the kinds of documents.
  const redacted = { header: header as CassetteHeader, documents: documents as CassetteDocument[] };
  const text = exporter.write(redacted, options);
  gate.check(redacted, text, `the ${format} export`);
  return text;
}

/** Throws a `Mistake` that suggests a similar name. */
export function exporterNamed(format: string): Exporter {
  const exporter = exporters.find(({ name }) => name === format);
  if (exporter) return exporter;
  const names = exporters.map(({ name }) => name);
  const meant = nearest(format, names);
  throw new Mistake(
    `unknown format ${format}. ${meant ? `Did you mean ${meant}?` : `The formats are ${names.join(', ')}`}`,
  );
}
