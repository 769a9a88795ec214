import { isPlain, jsonOf } from '../../../util/index.js';
import { requestOf } from '../draft-request.js';
import { type FoundRequest, type Importer, ignoredNote, type ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { isLogLine, readLogLines } from './read-log-lines.js';
import { fieldAt, RecordFields, unreadNote } from './record-fields.js';

// Where loggers store the parts of a request: pino, bunyan, Caddy, Serilog, and the logs of two clouds.
const METHOD = [
  ...['req.method', 'request.method', 'http.method', 'httpRequest.requestMethod', 'http.request.method'],
  ...['RequestMethod', 'Properties.RequestMethod', 'Properties.Method', 'requestContext.http.method', 'method'],
  ...['cs-method', 'invocation.module_args.method'],
];
const URL_PATHS = [
  ...[
    'req.url',
    'request.url',
    'http.url',
    'httpRequest.requestUrl',
    'request.uri',
    'url.full',
    'Uri',
    'Properties.Uri',
    'cs-uri-stem',
    'invocation.module_args.url',
  ],
  ...['RequestUri', 'RequestPath', 'Properties.RequestPath', 'url', 'uri', 'path', 'req.path', 'http.path'],
];
const HOST = [
  ...['request.host', 'req.host', 'req.headers.host', 'http.host', 'Properties.Host', 'RequestHost'],
  ...['service.host', 'cs-host', 'host'],
];
const STATUS = [
  ...[
    'res.statusCode',
    'res.status',
    'response.statusCode',
    'response.status_code',
    'http.status_code',
    'httpRequest.status',
  ],
  ...[
    'http.response.status_code',
    'StatusCode',
    'Properties.StatusCode',
    'statusCode',
    'status_code',
    'sc-status',
    'status',
  ],
];
/** Where the body of a request is, or a message that has it. */
const SENT = [
  ...['http.request.body', 'request_body', 'requestBody', 'jsonPayload.request_body', 'RequestBody', 'request_payload'],
  ...['Properties.RequestBody', 'invocation.module_args.body', 'req', 'request', 'jsonPayload.request', 'http.request'],
  ...['payload', 'params', 'body', 'data'],
];
const RECEIVED = [
  ...['http.response.body', 'response_body', 'responseBody', 'jsonPayload.response_body', 'ResponseBody'],
  ...['Properties.ResponseBody', 'response_payload', 'res', 'response', 'resp', 'jsonPayload.response'],
  ...['http.response', 'reply', 'result', 'json'],
];
const ERROR = ['err.code', 'error.code', 'err.message', 'error.message', 'exception', 'Exception'];
const TIME = [...['@timestamp', 'time', 'timestamp', 'ts', '@t', 'Timestamp', 'started_at', 'startTimeUnixNano']];
const TYPE = ['req.headers.content-type', 'request.headers.content-type', 'request.headers.Content-Type'];

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
      requests,
      problems: [...ignoredNote(file, ignored, 'record'), ...unreadNote(file, unread)],
      credentials: credentials.values,
    };
  },
};

/** The log line that a program wrote as the message of a record: `{ "message": "GET https://… 200 71ms" }`. */
const messageLine = (record: Readonly<Record<string, unknown>>): string | undefined => {
  const message = fieldAt(record, MESSAGE);
  return typeof message === 'string' && isLogLine(message) ? message : undefined;
};

const MESSAGE = ['message', 'msg', '@m', 'log', 'textPayload', 'body'];

function requestInMessage(record: Readonly<Record<string, unknown>>, line: string, place: string) {
  const [request] = readLogLines(line, place).requests;
  const startedMs = request?.startedMs ?? timeOf(fieldAt(record, TIME));
  return request && { ...request, place, ...(startedMs !== undefined && { startedMs }) };
}

const MAX_LOOK = 2 ** 18;
const MAX_DEPTH = 4;

/** The lines between the records, with empty lines in the place of the records. Undefined if all lines are records. */
export function linesBetweenRecords(text: string): string | undefined {
  if (/^\s*[[{]/.test(text) && jsonOf(text.replace(/^\ufeff/, '')) !== undefined) return undefined;
  const lines = text
    .split(/\r?\n/)
    .map((line) => (isPlain(jsonOf(line.slice(Math.max(0, line.search(/\{/))))) ? '' : line));
  return lines.every((line) => line.trim() === '') ? undefined : lines.join('\n');
}

interface NumberedRecord {
  readonly record: Readonly<Record<string, unknown>>;
  readonly number: number;
}

/** `isPart`: the text can be cut off. */
function recordsIn(text: string, isPart: boolean): NumberedRecord[] {
  const whole = /^\s*[[{]/.test(text) ? jsonOf(text.replace(/^\ufeff/, '')) : undefined;
  const found =
    whole === undefined
      ? text.split(/\r?\n/).map((line) => jsonOf(line.slice(Math.max(0, line.search(/\{/)))))
      : recordsInside(whole);
  if (whole === undefined && isPart && /^\s*\[/.test(text)) return partialRecords(text);
  return (found as readonly unknown[]).flatMap((one, i) =>
    isPlain(one) ? [{ record: unwrapped(one), number: i + 1 }] : [],
  );
}

/** A list of records, or the lists with requests at any depth of an export. Without requests, the first list. */
function recordsInside(whole: unknown): readonly unknown[] {
  if (Array.isArray(whole) && whole.every(Array.isArray)) return whole.flat();
  if (!isPlain(whole) || isRequestRecord(whole)) return [whole].flat();
  const pairs = pairedRecords(whole);
  if (pairs.length > 0) return pairs;
  const lists = listsIn(whole);
  const withRequests = lists.filter((list) => list.some((one) => isPlain(one) && isRequestRecord(unwrapped(one))));
  return withRequests.length > 0 ? withRequests.flat() : (lists[0] ?? [whole]);
}

const MAX_NESTING = 12;
const NANOSECONDS = /^\d{19}$/;

/** The pairs of a time and a record as text, at any depth: the result of a query of Loki. */
function pairedRecords(value: unknown, depth = 0): readonly unknown[] {
  if (depth > MAX_NESTING || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value) && value.length >= 2 && NANOSECONDS.test(String(value[0]))) {
    const record = typeof value[1] === 'string' ? jsonOf(value[1]) : undefined;
    return isPlain(record) ? [{ timestamp: value[0], ...record }] : [];
  }
  return Object.values(value).flatMap((one) => pairedRecords(one, depth + 1));
}

/** The lists of records in a value, the outer ones first. */
function listsIn(value: unknown, depth = 0): (readonly unknown[])[] {
  if (depth > MAX_NESTING || typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) && value.some(isPlain) ? [value] : [];
  return [...own, ...Object.values(value).flatMap((one) => listsIn(one, depth + 1))];
}

/** The start of a list that is longer than what was looked at. */
const partialRecords = (text: string): NumberedRecord[] => {
  const end = text.search(/\n\s{0,4}\},/);
  const record = end < 0 ? undefined : jsonOf(`${text.slice(text.indexOf('{'), end)}}`);
  return isPlain(record) ? [{ record: unwrapped(record), number: 1 }] : [];
};

/** Clouds store the record of the program in a record of their own, as text or as a value. */
export function unwrapped(record: Readonly<Record<string, unknown>>, depth = 0): Readonly<Record<string, unknown>> {
  if (isRequestRecord(record) || depth > MAX_DEPTH) return record;
  for (const name of ENVELOPES) {
    const value = Array.isArray(record[name]) ? attributesOf(record[name]) : record[name];
    const text = typeof value === 'string' && value.includes('{') ? value.slice(value.indexOf('{')).trim() : undefined;
    const inner = isPlain(value) ? value : text === undefined ? undefined : jsonOf(text);
    if (!isPlain(inner)) continue;
    const { [name]: _, ...rest } = record;
    const own = unwrapped(inner, depth + 1);
    if (isRequestRecord(own)) return { ...rest, ...own };
  }
  return record;
}

const ENVELOPES = [
  ...['message', 'log', 'jsonPayload', 'textPayload', 'msg', 'event', 'MessageObject', 'attributes', 'data', 'tags'],
];

/** The attributes of a span of OpenTelemetry: `{ key, value: { stringValue } }`. */
const attributesOf = (list: readonly unknown[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    list.flatMap((one) =>
      isPlain(one) && typeof one.key === 'string' && isPlain(one.value) ? [[one.key, Object.values(one.value)[0]]] : [],
    ),
  );

export const isRequestRecord = (record: Readonly<Record<string, unknown>>): boolean =>
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i.test(String(fieldAt(record, METHOD) ?? '')) &&
  /^(?:https?:\/\/|\/)/.test(String(fieldAt(record, URL_PATHS) ?? ''));

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
  const address = path.startsWith('/') && typeof host === 'string' ? `https://${host}${path}` : path;
  const status = statusOf(record, fields);
  const draft = {
    ...{ place, method, address, ...(status >= 100 && { status }) },
    type: textIn(fields.first(TYPE)),
    sent: fields.body(SENT),
    received: fields.body(RECEIVED),
    error: textIn(fields.first(ERROR)),
    startedMs: timeOf(fields.first(TIME)),
  };
  for (const name of fields.unread()) unread?.add(name);
  return requestOf(draft, credentials);
}

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
