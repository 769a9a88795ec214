import { exportCase, exporters } from '../../../src/cases/index.js';
import type { CassetteDocument, CassetteHeader } from '../../../src/cassette/index.js';
import { inJson, jsonRecords, type OutsideParser, text } from './parser.js';

const HEADER: CassetteHeader = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' };
const URL_OF_QUEUES = 'https://space.example.com/api/relay/rest/queues';

/** The text in the places of a recording that an export writes. */
function recordingWith(hostile: string): readonly CassetteDocument[] {
  const name = encodeURIComponent(Buffer.from(hostile.slice(0, 500)).toString());
  const error = { errors: [{ code: hostile.slice(0, 100), message: hostile, attribute: hostile.slice(0, 100) }] };
  return [
    {
      kind: 'http',
      request: { method: 'POST', url: URL_OF_QUEUES, body: { json: { name: hostile } } },
      response: { status: 422, body: { json: error } },
    },
    {
      kind: 'http',
      request: { method: 'PUT', url: `${URL_OF_QUEUES}/${name}`, type: 'text/plain', body: { text: hostile } },
      response: { status: 200, body: { json: { links: { next: `${URL_OF_QUEUES}?${name}=PAGE-TOKEN-123456` } } } },
    },
    {
      kind: 'http',
      request: { method: 'GET', url: `${URL_OF_QUEUES}?page_token=PAGE-TOKEN-123456&${name}=${name}` },
      response: { status: 404, body: { text: hostile } },
    },
  ];
}

/** The files that read an export back. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  ts: ['cases/export/gate/program-gate.ts'],
  notebook: ['cases/export/to-notebook.ts'],
  curl: ['cases/export/gate/shell-gate.ts'],
  http: ['cases/export/gate/http-file-gate.ts', 'cases/export/to-http-file.ts'],
  har: ['cases/export/to-har.ts'],
};

/** The exporters. Each reads its text back, and refuses to write one that has more than the recorded requests. */
export const EXPORTERS: readonly OutsideParser[] = exporters.map(({ name }) => ({
  name: `export to ${name}`,
  files: READERS[name] ?? [],
  isSlow: true,
  ordinary: (bytes) => jsonRecords(bytes / 4),
  around: [inJson],
  async parse(input) {
    const documents = recordingWith(text(input));
    const written = await exportCase({ header: HEADER, documents }, name);
    if (written === '') throw new Error('the export is empty');
  },
}));
