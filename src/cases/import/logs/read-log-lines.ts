import { counted, jsonOf, SIZE_LIMITS } from '../../../util/index.js';
import { isRefusal } from '../curl/result-below.js';
import { faultOf, requestOf, typeOf } from '../draft-request.js';
import { type FoundRequest, type Importer, ignoredNote, plainUrl, type ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { partsOf } from './line-parts.js';
import { withLineBelow, withPart } from './lines-below.js';
import {
  addedPartIn,
  errorIn,
  hasNetworkError,
  isEcho,
  isTemplate,
  logfmtIn,
  markIn,
  serverBefore,
  statusBefore,
  targetNote,
  timeIn,
} from './log-forms.js';

/** Reads lines such as `2025-06-02T09:00:00Z POST /api/relay/rest/queues 422 {"errors":…}` from any log. */
export const logLines: Importer = {
  name: 'log',
  title: 'log lines',
  summary: 'log lines with a method, a URL or path, and a status',
  accepts: (text) =>
    plainEntries(text)
      .split('\n', 2000)
      .some((line) => LINE.test(line) || logfmtIn(line) !== undefined),
  read(text, file): ReadInput {
    const { problems, ...read } = readLogLines(text, file);
    return { ...read, problems: [...problems, ...logNotes(read, file)] };
  },
};

/** What was read in the lines of a log. The notes on it follow, because a line can turn out to be of another request. */
interface LogLines extends ReadInput {
  /** The number of lines without a request. */
  readonly ignored: number;
}

export function logNotes({ requests, ignored }: Pick<LogLines, 'requests' | 'ignored'>, file: string): string[] {
  if (requests.length === 0) return [];
  const empty = requests.filter(({ method, body, response }) => /^P/.test(method) && !body && response);
  const note = `${file}: ${counted(empty.length, 'request')} without a body. A log line can have it before the status`;
  return [...(empty.length > 0 ? [note] : []), ...ignoredNote(file, ignored)];
}

const METHODS = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS';
/** The method and the address anywhere in a line. The quotes are those of the access logs of web servers. */
const LINE = new RegExp(
  `(?:^|[\\s"'\`\\[(]|^[A-Z]{4,8}:[\\w.]{1,60}:)(${METHODS})\\s+(?:\\\\)?["']?((?:https?://[^\\s"'\`\\\\]+|/[^\\s"'\`\\\\]*))["'\`]?(?:\\s+HTTP/[\\d.]+)?["']?`,
  'i',
);
const { max: MAX_LINE_LENGTH } = SIZE_LIMITS.logLine;

/** What stands between the address and the status of a log line: no other words. */
const RESULT = /^[\s:=>→|,-]{1,10}(?:(?:status|code|returned|responded|answered|with)[\s:=]{1,5}){0,2}[1-5]\d\d\b/i;
/** The words before the method: a time, a level, an address or a name with a colon. A sentence has others. */
const BEFORE = /\d|^\[.*\]$|^[A-Z]{2,}:?$|:$|^[-*•"'([|]+$/;

/** Firefox copies the entries of its console without blanks: `XHRPOSThttps://…`. */
const plainEntries = (text: string): string =>
  text.replace(/\bXHR(GET|POST|PUT|PATCH|DELETE|HEAD)(?=https?:\/\/)/g, 'XHR $1 ');

/** Whether a line of a message is of a log: a method, an address and a status, and no sentence around them. */
export function isLogLine(line: string): boolean {
  if (line.length > MAX_LINE_LENGTH) return false;
  const found = LINE.exec(line);
  const [all = '', method = ''] = found ?? [];
  if (!found) return logfmtIn(line) !== undefined;
  const start = startOf(found);
  if (statusBefore(line.slice(0, start)) !== undefined) return true;
  if (hasNetworkError(line.slice(found.index + all.length))) return true;
  const before = line.slice(0, found.index).split(/\s+/);
  return (
    method === method.toUpperCase() &&
    RESULT.test(line.slice(found.index + all.length)) &&
    before.every((word) => word === '' || BEFORE.test(word))
  );
}

/** Whether a text is an error of the network that names its request, such as those of Go. */
export function isNetworkErrorLine(text: string): boolean {
  const found = text.length > MAX_LINE_LENGTH ? null : LINE.exec(text);
  return found !== null && hasNetworkError(text.slice(found.index + found[0].length));
}

/** Where the method begins. */
const startOf = (found: RegExpExecArray): number => found.index + found[0].indexOf(found[1] ?? '');

export function readLogLines(text: string, file: string): LogLines {
  const problems: string[] = [];
  const credentials = new LeftOutCredentials();
  const requests: FoundRequest[] = [];
  /** The requests that later lines with the same mark complete. */
  const marked = new Map<string, number>();
  let ignored = 0;
  let previous = '';
  let lastLine = -1;
  /** The number of requests without a response. */
  let open = 0;
  const echoes = new Set<number>();
  for (const [i, line] of plainEntries(text).split(/\r?\n/).entries()) {
    const place = `${file}, line ${i + 1}`;
    if (line.length > MAX_LINE_LENGTH) {
      problems.push(`${place} is longer than 1 MB`);
      continue;
    }
    // The lines of another program, which are empty here, can be between two lines.
    if (line.trim() === '') {
      if (lastLine === i - 1) lastLine = i;
      continue;
    }
    const added = addedPartIn(line);
    const index = added && marked.get(added.mark);
    const known = index === undefined ? undefined : requests[index];
    if (added && index !== undefined && known) {
      requests[index] = withPart(known, added);
      continue;
    }
    const last = requests.at(-1);
    const below =
      last &&
      withLineBelow(last, line, {
        ...{ isNext: lastLine === i - 1, isOnlyOpen: open === 1, previous },
        isRequest: LINE.test(line),
      });
    previous = line;
    if (below) {
      requests[requests.length - 1] = below.request;
      if (isOpen(last) && !isOpen(below.request)) open--;
      if (below.continues) lastLine = i;
      continue;
    }
    const request = requestIn(line, { place, problems, credentials });
    if (request && last && isRepeatedError(line, request, last)) continue;
    if (request?.fault && last && isOpen(last) && !request.body && echoKey(request) === echoKey(last)) {
      // The error of the request above it.
      const { fault, code, message } = request;
      requests[requests.length - 1] = { ...last, fault, ...(code && { code }), ...(message && { message }) };
      open--;
      continue;
    }
    if (!request) {
      ignored++;
      continue;
    }
    if (isOpen(request)) open++;
    lastLine = i;
    if (isEcho(line)) echoes.add(requests.length);
    requests.push({ ...request, isLogged: true });
    const mark = markIn(line);
    if (mark !== undefined && !request.response) marked.set(mark, requests.length - 1);
  }
  return {
    requests: withAssertedStatus(withoutEchoes(requests, echoes), text),
    problems,
    ignored,
    credentials: credentials.values,
  };
}

/** A program notes that it expected the status, such as `404 (expected: not attached yet)`. */
const AS_EXPECTED = /\b[45]\d\d[ ,]{0,3}(?:\(expected[:)]|(?:\(?as|which (?:is|was)) expected\b)/i;

const isOpen = ({ response, fault }: FoundRequest): boolean => !response && !fault;

/** What a test prints about a status that it did not expect. */
const ASSERTED =
  /\bExpected: [1-5]\d\d\s+Received: ([1-5]\d\d)\b|\bassert ([1-5]\d\d) == [1-5]\d\d\b|\bexpected ([1-5]\d\d) to (?:deeply |strictly )?(?:equal|be) [1-5]\d\d\b/g;

/** The status that a test reports is that of the only request with a body, but no status. Other such bodies are left. */
function withAssertedStatus(requests: readonly FoundRequest[], text: string): readonly FoundRequest[] {
  const open = requests.filter((one) => one.response?.status === 0);
  const statuses = [...new Set([...text.matchAll(ASSERTED)].map((one) => one.slice(1).find((status) => status)))];
  const [status] = statuses;
  if (open.length === 0) return requests;
  return requests.map((one) => {
    if (one.response?.status !== 0) return one;
    const { response, ...rest } = one;
    if (open.length === 1 && statuses.length === 1)
      return { ...rest, response: { ...response, status: Number(status) } };
    return { ...rest, problems: [...(one.problems ?? []), 'its response has no status, and was not imported'] };
  });
}

/** The requests without those of second lines. */
function withoutEchoes(requests: readonly FoundRequest[], echoes: ReadonlySet<number>): readonly FoundRequest[] {
  if (echoes.size === 0) return requests;
  const answered = new Map<string, number>();
  for (const one of requests)
    if (one.response || one.fault) answered.set(echoKey(one), (answered.get(echoKey(one)) ?? 0) + 1);
  return requests.filter((one, index) => {
    const left = answered.get(echoKey(one)) ?? 0;
    if (!echoes.has(index) || left === 0) return true;
    answered.set(echoKey(one), left - 1);
    return false;
  });
}

const echoKey = ({ method, url }: FoundRequest) => `${method} ${url}`;

/** The trace below an error has its message again, without a time. */
const isRepeatedError = (line: string, one: FoundRequest, last: FoundRequest): boolean =>
  /\bresulted in a `\d{3}\b/.test(line) &&
  one.startedMs === undefined &&
  one.method === last.method &&
  one.url === last.url &&
  one.response?.status === last.response?.status;

/** Settings of the logger can look like a form. Only a request with a body has one. */
const jsonPart = (text: string): string => (/^[{[]/.test(text) ? text : '');

interface LineContext {
  readonly place: string;
  readonly problems: string[];
  readonly credentials: LeftOutCredentials;
}

function requestIn(line: string, { place, problems, credentials }: LineContext): FoundRequest | undefined {
  const fields = logfmtIn(line);
  if (fields) {
    const path = fields.get('url') ?? fields.get('uri') ?? fields.get('path') ?? '';
    const host = fields.get('host');
    const status = Number(fields.get('status') ?? fields.get('status_code'));
    const body = fields.get('body');
    // Beside the status of a failure, an error is what the server sent.
    const isReceived = status >= 400 && body !== undefined && isRefusal(jsonOf(body));
    return requestOf(
      {
        place,
        method: fields.get('method') ?? '',
        address: path.startsWith('/') && host !== undefined ? `https://${host}${path}` : path,
        sent: (isReceived ? undefined : body) ?? fields.get('request_body') ?? fields.get('request'),
        ...(status >= 100 && { status }),
        received: (isReceived ? body : undefined) ?? fields.get('response_body') ?? fields.get('response'),
        error: fields.get('error') ?? fields.get('err'),
        startedMs: timeIn(line),
      },
      credentials,
    );
  }
  const found = LINE.exec(line);
  const [all = '', method, written] = found ?? [];
  if (!found || method === undefined || written === undefined) return undefined;
  const before = line.slice(0, startOf(found));
  // The mark behind an address belongs to the sentence: `… for POST https://…/orders):`
  const address = written.replace(/[),.;:\]>]{1,5}$/, '');
  const url = address.startsWith('/') ? `${serverBefore(before) ?? 'https://host.invalid'}${address}` : address;
  if (!URL.canParse(url)) {
    problems.push(`${place} has a URL that is not valid`);
    return undefined;
  }
  credentials.address(url);
  const rest = line.slice(found.index + all.length);
  const first = statusBefore(before);
  const {
    status,
    sent: part,
    received,
  } = hasNetworkError(rest)
    ? { sent: '', received: '' }
    : first === undefined
      ? partsOf(rest)
      : { status: first, sent: '', received: jsonPart(partsOf(rest).sent) };
  const sent = /^P/i.test(method) ? part : jsonPart(part);
  if (status === undefined && isTemplate(address)) return undefined;
  const startedMs = timeIn(line);
  const error = status === undefined ? errorIn(rest) : undefined;
  const note = targetNote(before);
  return {
    place,
    method: method.toUpperCase(),
    url: plainUrl(url),
    ...(sent !== '' && { body: Buffer.from(sent), type: typeOf(sent) }),
    ...(status !== undefined && { response: { status, headers: {}, body: Buffer.from(received) } }),
    ...(error !== undefined && faultOf(error)),
    ...(status !== undefined && status >= 400 && AS_EXPECTED.test(rest) && { isExpected: true as const }),
    ...(!Number.isNaN(startedMs) && { startedMs }),
    ...(note !== undefined && { problems: [note] }),
  };
}
