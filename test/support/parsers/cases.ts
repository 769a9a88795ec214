import { explain, inspect, minimize, replay } from '../../../src/cases/index.js';
import { type Cassette, type CassetteHeader, parseCassette } from '../../../src/cassette/index.js';
import { inJson, jsonRecords, type OutsideParser, text } from './parser.js';

const HEADER: CassetteHeader = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' };
const QUEUES = 'https://space.example.com/api/relay/rest/queues';

/** The text where the desk reads it: in a body, a form, a path and a query of requests that fail. */
function recordingWith(hostile: string): Cassette {
  const short = encodeURIComponent(Buffer.from(hostile.slice(0, 2_000)).toString());
  const error = { errors: [{ code: 'invalid_parameter', message: hostile.slice(0, 1_000), attribute: 'name' }] };
  const documents = [
    { method: 'POST', url: QUEUES, body: { json: { name: hostile } } },
    { method: 'POST', url: QUEUES, type: 'application/x-www-form-urlencoded', body: { text: hostile } },
    { method: 'PUT', url: `${QUEUES}/${short}`, type: 'application/json', body: { text: hostile } },
    { method: 'GET', url: `${QUEUES}?${short}=${short}` },
  ].map((request) => ({ kind: 'http', request, response: { status: 422, body: { json: error } } }));
  return parseCassette([HEADER, ...documents].map((one) => JSON.stringify(one)).join('\n'), 'a.ndjson');
}

/** What the support desk does with a recording. A search for the smallest recording may stop early, and returns then. */
export const CASE_ACTS: Readonly<Record<string, (recording: Cassette) => unknown>> = {
  explain: (recording) => explain(recording),
  replay: (recording) => replay(recording),
  minimize: (recording) => minimize(recording, { signal: AbortSignal.timeout(200) }),
};

const inspected = ({ header, documents }: Cassette) =>
  inspect(
    documents.map((document, index) => ({ document, place: `entry ${index}` })),
    { header },
  );

/** The commands of the support desk, with hostile text in the requests of a recording. */
export const CASE_PARSERS: readonly OutsideParser[] = Object.entries({
  inspect: inspected,
  ...CASE_ACTS,
}).map(([name, act]) => ({
  name: `${name} a recording`,
  files: name === 'explain' ? ['cases/body-json.ts'] : [],
  isSlow: true,
  ordinary: (bytes) => jsonRecords(bytes / 4),
  around: [inJson],
  parse: (input) => act(recordingWith(text(input))),
}));
