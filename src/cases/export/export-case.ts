import { type CassetteDocument, type CassetteEntry, type CassetteHeader, keptResponse } from '../../cassette/index.js';
import { CUT, redactWithReview } from '../../redact/index.js';
import { Mistake, nearest } from '../../util/index.js';
import { assertRecording } from '../call-of.js';
import { replay } from '../replay/replay.js';
import { analysisOf } from './analysis.js';
import { checkExportSize } from './export-size.js';
import { type Exporter, type ExportOptions, type Recording, sandboxStart } from './exporter.js';
import { unproducedIn } from './failure.js';
import { curlScript } from './to-curl.js';
import { harFile } from './to-har.js';
import { httpRequests } from './to-http-file.js';
import { notebook } from './to-notebook.js';
import { report } from './to-report.js';
import { vitestFile } from './to-test.js';
import { typescript } from './to-typescript.js';
import { withCalls } from './written-calls.js';

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

/**
 * Writes a recording in another format, redacted. A report has the causes of the failures and the corrected calls, which
 * `explain` finds, or those of the option `analysis`. Throws if the format is unknown.
 */
export const exportCase = async (cassette: Recording, format: string, options: ExportOptions = {}): Promise<string> =>
  (await exportWithNotes(cassette, format, options)).text;

/** The export, with a sentence for each part of the case that the format cannot reproduce. */
export async function exportWithNotes(
  cassette: Recording,
  format: string,
  options: ExportOptions = {},
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  assertRecording(cassette, 'exportCase(recording, format)');
  const exporter = exporterNamed(format);
  const { policy, secrets = [], analysis } = options;
  checkExportSize(cassette);
  // A recording may hold personal data, for example with --no-redact. Redacting twice changes nothing.
  const all = [cassette.header, ...cassette.documents];
  const placed = all.map((document, i) => ({ place: i === 0 ? 'the header' : `entry ${i}`, document }));
  const { gate } = redactWithReview<CassetteHeader | CassetteDocument>(placed, {
    ...(policy && { policy }),
    secrets,
    review: cassette.header.review,
    isReviewed: ({ document }) => document.kind !== 'cassette',
  });
  const [header, ...documents] = placed.map(({ document }) => withValidSecrets(document));
  // Redaction keeps the order and the kinds of documents.
  const redacted = { header: header as CassetteHeader, documents: documents as CassetteDocument[] };
  const unproduced = 'seed' in sandboxStart(redacted.header, options) ? new Set<never>() : await unproducedIn(redacted);
  const given = {
    ...options,
    unproduced,
    ...(exporter === report && { analysis: analysis ?? (await analysisOf(redacted)) }),
  };
  const written = withCalls(exporter.isProgram ? await withRefusals(redacted) : redacted, unproduced);
  const text = exporter.write(written, given);
  gate.check(redacted, text, `the ${format} export`);
  const problem = exporter.problem(text, written, given);
  if (problem !== undefined)
    throw new Mistake(
      `the ${format} export was not written: ${problem}. The recording has text that this format cannot contain safely. Try --to har`,
    );
  return { text, notes: exporter.limits?.(written, given) ?? [] };
}

/**
 * Adds the refusals of the sandbox to requests without a recorded response, such as imported commands. The client would
 * otherwise check the fields, and send nothing.
 */
async function withRefusals(recording: Recording): Promise<Recording> {
  const { documents } = recording;
  const isOpen = (document: CassetteDocument) =>
    document.kind === 'http' && (document as CassetteEntry).unanswered === true;
  if (!documents.some(isOpen)) return recording;
  const { requests } = await replay(recording);
  const answers = new Map(requests.map(({ index, status, body }) => [index, { status, body }]));
  const answered = documents.map((document, i) => {
    const { status, body } = answers.get(i) ?? {};
    if (!isOpen(document) || typeof status !== 'number' || status < 400) return document;
    const text = JSON.stringify(body) ?? '';
    return { ...document, response: keptResponse({ status, headers: {}, body: Buffer.from(text) }) };
  });
  return { ...recording, documents: answered };
}

/** The client and the platform refuse a password of fewer than eight characters, such as the mark of a redaction. */
const PLACEHOLDER = 'placeholder';

/** Replaces secrets in requests by a value that passes the checks of their fields. */
function withValidSecrets<T extends CassetteHeader | CassetteDocument>(document: T): T {
  if (document.kind !== 'http') return document;
  const entry = document as CassetteEntry;
  const { body } = entry.request;
  if (!body || 'base64' in body) return document;
  const valid =
    'json' in body
      ? { json: deepMapped(body.json, (value) => (value === CUT ? PLACEHOLDER : value)) }
      : { text: body.text.replaceAll(`=${encodeURIComponent(CUT)}`, `=${PLACEHOLDER}`) };
  return { ...document, request: { ...entry.request, body: valid } };
}

function deepMapped(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => deepMapped(one, change));
  if (typeof value !== 'object' || value === null) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, deepMapped(one, change)]));
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
