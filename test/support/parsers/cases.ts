import { explain, inspect, minimize, replay } from '../../../src/cases/index.js';
import { type Cassette, type CassetteHeader, parseCassette } from '../../../src/cassette/index.js';
import { taskIn } from '../../../src/inspector/case/case-routes.js';
import { recordingIn, uploadedFiles } from '../../../src/inspector/case/uploaded-files.js';
import { inJson, jsonRecords, type OutsideParser, prose, text } from './parser.js';

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

/** A form with a file, as the page of the inspector sends it. */
const BOUNDARY = 'between-the-parts';
const uploadOf = (name: string, content: string) =>
  [
    `--${BOUNDARY}`,
    `content-disposition: form-data; name="file"; filename="${name}"`,
    'content-type: application/octet-stream',
    '',
    content,
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');
const opened = async (input: Buffer) => {
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const uploaded = await uploadedFiles({ type, bytes: new Uint8Array(input) });
  return [recordingIn(uploaded), taskIn('review', { body: input })];
};
/** The commands of the support desk, with hostile text in the requests of a recording. */
const commands = Object.entries({
  inspect: inspected,
  ...CASE_ACTS,
}).map(
  ([name, act]): OutsideParser => ({
    name: `${name} a recording`,
    files: name === 'explain' ? ['cases/body-json.ts'] : [],
    isSlow: true,
    ordinary: (bytes) => jsonRecords(bytes / 4),
    around: [inJson],
    parse: (input) => act(recordingWith(text(input))),
  }),
);

export const CASE_PARSERS: readonly OutsideParser[] = [
  ...commands,
  {
    name: 'upload of the page',
    files: ['inspector/case/uploaded-files.ts', 'inspector/case/case-routes.ts'],
    ordinary: (bytes) => uploadOf('app.log', prose(bytes)),
    around: [(hostile) => uploadOf(hostile, hostile), (hostile) => uploadOf('case.yaml', `kind: cassette\n${hostile}`)],
    parse: (input) => opened(input),
  },
];
