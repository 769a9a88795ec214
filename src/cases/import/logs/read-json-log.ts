import { isPlain } from '../../../util/index.js';
import { faultOf, requestOf } from '../draft-request.js';
import { type FoundRequest, type Importer, ignoredNote, type ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { hostErrorIn } from './log-forms.js';
import { isLogLine, isNetworkErrorLine, readLogLines } from './read-log-lines.js';
import { fieldAt, RecordFields, unreadNote } from './record-fields.js';
import { ERROR, HOST, isRequestRecord, METHOD, RECEIVED, SENT, STATUS, TIME, TYPE, URL_PATHS } from './record-names.js';
import { MAX_DEPTH, MAX_LOOK, type NumberedRecord, recordsIn } from './records-in.js';

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
    const records = recordsIn(text, false);
    const attempts = attemptsIn(records);
    const all = records.filter(({ number }) => !attempts.has(number));
    const requests: FoundRequest[] = [];
    const open = new OpenRequests();
    for (const { record, number } of all) {
      const place = `${file}, record ${number}`;
      const line = messageLine(record);
      const request = isRequestRecord(record)
        ? requestInRecord(record, place, credentials, unread)
        : line === undefined
          ? undefined
          : requestInMessage(record, line, place);
      if (request) open.add(request, requests.push(request) - 1);
      else open.end(requests, record);
    }
    const ignored = all.length - requests.length;
    const retried = [...attempts].map(
      ([number, status]) =>
        `${file}, record ${number}: an attempt of a proxy with the status ${status}, which another record has with its result`,
    );
    return {
      requests: withFaults(requests),
      problems: [...retried, ...ignoredNote(file, ignored, 'record'), ...unreadNote(file, unread)],
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

const UPSTREAM = ['upstream_status'];
const REQUEST_ID = ['request_id', 'requestId', 'x_request_id', 'x-request-id', 'req_id', 'trace_id'];

/** The attempts of a proxy that tried again, by number: another record of the same request has another status. */
function attemptsIn(records: readonly NumberedRecord[]): ReadonlyMap<number, string> {
  const keyOf = (record: NumberedRecord['record']) =>
    JSON.stringify([fieldAt(record, REQUEST_ID), fieldAt(record, METHOD), fieldAt(record, URL_PATHS)]);
  const isAttempt = (record: NumberedRecord['record']) =>
    fieldAt(record, UPSTREAM) !== undefined && statusesIn(record, NAMED_UPSTREAM).length === 0;
  const identified = records.filter(
    ({ record }) => fieldAt(record, REQUEST_ID) !== undefined && isRequestRecord(record),
  );
  const answered = new Set(identified.filter(({ record }) => !isAttempt(record)).map(({ record }) => keyOf(record)));
  return new Map(
    identified
      .filter(({ record }) => isAttempt(record) && answered.has(keyOf(record)))
      .map(({ record, number }) => [number, String(fieldAt(record, UPSTREAM))]),
  );
}

/** An error that names the host is of the only request to it that has no response. */
class OpenRequests {
  /** The positions of the requests without a response, by host. */
  readonly #byHost = new Map<string, number[]>();

  add({ url, response, fault }: FoundRequest, index: number): void {
    if (response || fault) return;
    const { hostname } = new URL(url);
    const open = this.#byHost.get(hostname);
    if (open) open.push(index);
    else this.#byHost.set(hostname, [index]);
  }

  end(requests: FoundRequest[], record: NumberedRecord['record']): void {
    const found = HOST_ERROR.map((path) => hostErrorIn(String(fieldAt(record, [path]) ?? ''))).find((one) => one);
    const [index, ...others] = (found && this.#byHost.get(found.host)) ?? [];
    const request = index === undefined ? undefined : requests[index];
    if (!found || index === undefined || !request || others.length > 0) return;
    requests[index] = { ...request, ...faultOf(found.error) };
    this.#byHost.delete(found.host);
  }
}

const HOST_ERROR = [
  'err.cause.message',
  'error.cause.message',
  'err.message',
  'error.message',
  'err',
  'error',
  'cause',
];

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
  for (const name of fields.unread()) if (name !== 'is_guessed') unread?.add(name);
  const request = requestOf(draft, credentials);
  const isExpected = status >= 400 && [fieldAt(record, EXPECTED)].flat().map(Number).includes(status);
  return (
    request && {
      ...request,
      ...(record.is_guessed === true && { problems: [GUESSED] }),
      ...(isExpected && { isExpected }),
    }
  );
}

/** The statuses with which a task of Ansible is done. */
const EXPECTED = ['invocation.module_args.status_code'];

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

const NAMED_UPSTREAM = /^upstream_status$/i;

function statusesIn(record: Readonly<Record<string, unknown>>, without?: RegExp, depth = 0): number[] {
  if (depth > MAX_DEPTH) return [];
  return Object.entries(record).flatMap(([name, value]): number[] => {
    if (without?.test(name)) return [];
    if (isPlain(value)) return NO_RESPONSE.test(name) ? [] : statusesIn(value, without, depth + 1);
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
