import { isPlain } from '../../../util/index.js';
import { requestOf } from '../draft-request.js';
import { type FoundRequest, type Importer, ignoredNote, type ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { isLogLine, isNetworkErrorLine, readLogLines } from './read-log-lines.js';
import { fieldAt, RecordFields, unreadNote } from './record-fields.js';
import { ERROR, HOST, isRequestRecord, METHOD, RECEIVED, SENT, STATUS, TIME, TYPE, URL_PATHS } from './record-names.js';
import { MAX_DEPTH, MAX_LOOK, recordsIn } from './records-in.js';

/** Reads logs of JSON records: one in each line, a list, or the envelope of a cloud. */
export const jsonLog: Importer = {
  name: 'json-log',
  title: 'a log of JSON records',
  isStructured: true,
  summary: 'logs of JSON records, such as those of pino, bunyan, Caddy, Serilog and clouds',
  accepts: (text) =>
    recordsIn(text.slice(0, MAX_LOOK), true).some(
      ({ record }) => isRequestRecord(record) || messageLine(record) !== undefined,
    ),
  read(text, file): ReadInput {
    const credentials = new LeftOutCredentials();
    const unread = new Set<string>();
    const all = recordsIn(text, false);
    const requests = all.flatMap(({ record, number }): FoundRequest[] => {
      const place = `${file}, record ${number}`;
      const line = messageLine(record);
      const request = isRequestRecord(record)
        ? requestInRecord(record, place, credentials, unread)
        : line === undefined
          ? undefined
          : requestInMessage(record, line, place);
      return request ? [request] : [];
    });
    const ignored = all.length - requests.length;
    return {
      requests: withFaults(requests),
      problems: [...ignoredNote(file, ignored, 'record'), ...unreadNote(file, unread)],
      credentials: credentials.values,
    };
  },
};

/** The log line that a program wrote as the message of a record: `{ "message": "GET https://… 200 71ms" }`. */
const messageLine = (record: Readonly<Record<string, unknown>>): string | undefined => {
  const message = fieldAt(record, MESSAGE);
  if (typeof message === 'string' && isLogLine(message)) return message;
  // The error of the network names its request.
  const error = fieldAt(record, ERROR_TEXT);
  return typeof error === 'string' && isNetworkErrorLine(error) ? error : undefined;
};

/** An error of the network that a later record has is of the request without a response. */
function withFaults(requests: readonly FoundRequest[]): readonly FoundRequest[] {
  const open = new Map<string, number>();
  const joined: FoundRequest[] = [];
  for (const one of requests) {
    const key = `${one.method} ${one.url}`;
    const index = one.fault && one.body === undefined ? open.get(key) : undefined;
    const earlier = index === undefined ? undefined : joined[index];
    if (index !== undefined && earlier) {
      const { fault, code, message } = one;
      joined[index] = { ...earlier, ...(fault && { fault }), ...(code && { code }), ...(message && { message }) };
      open.delete(key);
      continue;
    }
    if (!one.response && !one.fault) open.set(key, joined.length);
    joined.push(one);
  }
  return joined;
}

const ERROR_TEXT = ['err', 'error', 'err.message', 'error.message', 'exception', 'cause'];

const MESSAGE = ['message', 'msg', '@m', 'log', 'textPayload', 'body'];

function requestInMessage(record: Readonly<Record<string, unknown>>, line: string, place: string) {
  const [request] = readLogLines(line, place).requests;
  const startedMs = request?.startedMs ?? timeOf(fieldAt(record, TIME));
  return request && { ...request, place, ...(startedMs !== undefined && { startedMs }) };
}

export function requestInRecord(
  record: Readonly<Record<string, unknown>>,
  place: string,
  credentials: LeftOutCredentials,
  unread?: Set<string>,
) {
  const fields = new RecordFields(record);
  const method = String(fields.first(METHOD));
  const query = fields.first(['cs-uri-query']);
  const path = `${fields.firstBeside(METHOD, URL_PATHS)}${typeof query === 'string' && query !== '-' ? `?${query}` : ''}`;
  const host = fields.first(HOST);
  // A name without a point is that of the machine that wrote the log.
  const isHost = typeof host === 'string' && /\.|^localhost\b/.test(host);
  const address = path.startsWith('/') && isHost ? `https://${host}${path}` : path;
  const status = statusOf(record, fields);
  const received = fields.body(RECEIVED);
  // Beside the body of a response, the content is that of the request.
  const sent = fields.body(SENT) ?? (received === undefined ? undefined : fields.body(['content']));
  const draft = {
    ...{ place, method, address, ...(status >= 100 && { status }) },
    type: textIn(fields.first(TYPE)),
    ...bodiesOf(method, sent, received),
    error: textIn(fields.first(ERROR)),
    startedMs: timeOf(fields.first(TIME)),
  };
  for (const name of fields.unread()) unread?.add(name);
  const request = requestOf(draft, credentials);
  return request && record.is_guessed === true ? { ...request, problems: [GUESSED] } : request;
}

const GUESSED = 'the method is not in the text, and was guessed';

/** A request to read has no body: the only one in a record with a status is that of the response. */
const bodiesOf = (method: string, sent: unknown, received: unknown) =>
  /^(?:GET|HEAD)$/i.test(method) && received === undefined ? { received: sent } : { sent, received };

/** A field with a known path, or the only status in the fields whose names end in `status` or `code`. */
function statusOf(record: Readonly<Record<string, unknown>>, fields: RecordFields): number {
  const known = Number(fields.first(STATUS) ?? Number.NaN);
  if (known >= 100) return known;
  const found = [...new Set(statusesIn(record))];
  return found.length === 1 ? (found[0] ?? Number.NaN) : Number.NaN;
}

const STATUS_NAME = /status$|(?:^|status|response|http)_?code$/i;

/** The request and the settings of a program have statuses that they expect. */
const NO_RESPONSE = /^(?:re?q(?:uest)?|headers|body|params|invocation|config)$/i;

function statusesIn(record: Readonly<Record<string, unknown>>, depth = 0): number[] {
  if (depth > MAX_DEPTH) return [];
  return Object.entries(record).flatMap(([name, value]): number[] => {
    if (isPlain(value)) return NO_RESPONSE.test(name) ? [] : statusesIn(value, depth + 1);
    const isStatus = STATUS_NAME.test(name) && /^[1-5]\d\d$/.test(String(value));
    return isStatus ? [Number(value)] : [];
  });
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined;

/** Milliseconds, seconds, or a text. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value < 1e11 ? value * 1000 : value;
  if (typeof value === 'string' && /^\d{19}$/.test(value)) return Number(value) / 1e6;
  if (typeof value === 'string' && /^\d{13}$/.test(value)) return Number(value);
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
