import { counted, SIZE_LIMITS } from '../../../util/index.js';
import { faultOf, requestOf } from '../draft-request.js';
import { type FoundRequest, type Importer, ignoredNote, plainUrl, type ReadInput } from '../found-request.js';
import { jsonIn, leadingJson } from '../json-spans.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import {
  type AddedPart,
  addedPartIn,
  errorIn,
  hasNetworkError,
  isBrowserEcho,
  isTemplate,
  logfmtIn,
  markIn,
  partBelow,
  responseLineIn,
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
  accepts: (text) => text.split('\n', 2000).some((line) => LINE.test(line) || logfmtIn(line) !== undefined),
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
  `(?:^|[\\s"'\`\\[(])(${METHODS})\\s+["']?((?:https?://[^\\s"'\`]+|/[^\\s"'\`]*))["'\`]?(?:\\s+HTTP/[\\d.]+)?["']?`,
  'i',
);
/** A number of this length can also be a time, such as `231.5 ms`, or a part of an address. */
const STATUS = /^\D{0,40}?\b([1-5]\d\d)\b(?![.,]\d|\s?m?s\b)/;
const { max: MAX_LINE_LENGTH } = SIZE_LIMITS.logLine;

/** What stands between the address and the status of a log line: no other words. */
const RESULT = /^[\s:=>→|,-]{1,10}(?:(?:status|code|returned|responded|answered|with)[\s:=]{1,5}){0,2}[1-5]\d\d\b/i;
/** The words before the method: a time, a level, an address or a name with a colon. A sentence has others. */
const BEFORE = /\d|^\[.*\]$|^[A-Z]{2,}:?$|:$|^[-*•"'([|]+$/;

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
  const echoes = new Set<number>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const place = `${file}, line ${i + 1}`;
    if (line.length > MAX_LINE_LENGTH) {
      problems.push(`${place} is longer than 1 MB`);
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
    const below = last && withLineBelow(last, line, { isNext: lastLine === i - 1 });
    if (below) {
      requests[requests.length - 1] = below;
      continue;
    }
    const body = last && bodyBelow(previous, line);
    previous = line;
    if (body !== undefined && last?.response?.body.length === 0) {
      requests[requests.length - 1] = withPart(last, { mark: '', part: 'received', text: body });
      continue;
    }
    const request = requestIn(line, { place, problems, credentials });
    if (request && last && isRepeatedError(line, request, last)) continue;
    if (!request) {
      if (line.trim() !== '') ignored++;
      continue;
    }
    lastLine = i;
    if (isBrowserEcho(line)) echoes.add(requests.length);
    requests.push({ ...request, isLogged: true });
    const mark = markIn(line);
    if (mark !== undefined && !request.response) marked.set(mark, requests.length - 1);
  }
  return { requests: withoutEchoes(requests, echoes), problems, ignored, credentials: credentials.values };
}

/** The requests without those that a browser printed twice. */
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

/** The response directly below a request without one, or a body with its name below a request that has none. */
function withLineBelow(
  last: FoundRequest,
  line: string,
  { isNext }: { readonly isNext: boolean },
): FoundRequest | undefined {
  const answer = isNext && !last.response && !last.fault ? responseLineIn(line) : undefined;
  if (answer) {
    const body = leadingJson(answer.received) ?? incomplete(answer.received);
    return { ...last, response: { status: answer.status, headers: {}, body: Buffer.from(body) } };
  }
  const part = LINE.test(line) ? undefined : partBelow(line);
  if (part?.part === 'sent' && !last.body && /^P/.test(last.method)) return withPart(last, { mark: '', ...part });
  if (part?.part === 'received' && last.response?.body.length === 0) return withPart(last, { mark: '', ...part });
  return undefined;
}

/** The body below a line that ends with `response:`, as the message of an error of Guzzle does. */
function bodyBelow(previous: string, line: string): string | undefined {
  if (!/\b(?:response|body):\s*$/.test(previous.slice(-40)) || !/^\s*[{[]/.test(line)) return undefined;
  return leadingJson(line.trim()) ?? incomplete(line);
}

/** The trace below an error has its message again, without a time of its own. */
const isRepeatedError = (line: string, one: FoundRequest, last: FoundRequest): boolean =>
  /\bresulted in a `\d{3}\b/.test(line) &&
  one.startedMs === undefined &&
  one.method === last.method &&
  one.url === last.url &&
  one.response?.status === last.response?.status;

function withPart(request: FoundRequest, { part, text }: AddedPart): FoundRequest {
  const response = request.response ?? { status: 0, headers: {}, body: Buffer.alloc(0) };
  if (part === 'status') return { ...request, response: { ...response, status: Number(text) } };
  if (part === 'received') return { ...request, response: { ...response, body: Buffer.from(text) } };
  const type = /^[{[]/.test(text) ? 'application/json' : 'application/x-www-form-urlencoded';
  return { ...request, body: Buffer.from(text), type };
}

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
    return requestOf(
      {
        place,
        method: fields.get('method') ?? '',
        address: path.startsWith('/') && host !== undefined ? `https://${host}${path}` : path,
        sent: fields.get('body') ?? fields.get('request_body') ?? fields.get('request'),
        ...(status >= 100 && { status }),
        received: fields.get('response_body') ?? fields.get('response'),
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
  const { status, sent, received } = hasNetworkError(rest)
    ? { sent: '', received: '' }
    : first === undefined
      ? partsOf(rest)
      : { status: first, sent: '', received: partsOf(rest).sent };
  if (status === undefined && isTemplate(address)) return undefined;
  const startedMs = timeIn(line);
  const error = status === undefined ? errorIn(rest) : undefined;
  const note = targetNote(before);
  return {
    place,
    method: method.toUpperCase(),
    url: plainUrl(url),
    ...(sent !== '' && { body: Buffer.from(sent), type: 'application/json' }),
    ...(status !== undefined && { response: { status, headers: {}, body: Buffer.from(received) } }),
    ...(error !== undefined && faultOf(error)),
    ...(!Number.isNaN(startedMs) && { startedMs }),
    ...(note !== undefined && { problems: [note] }),
  };
}

/** The JSON before the status is the request, and so is any JSON without a status. The JSON after it is the response. */
function partsOf(line: string): { status?: number; sent: string; received: string } {
  // `"HTTP/1.1 422 …"` has the status after the version.
  const rest = line.replace(/^\s*["']?HTTP\/[\d.]+/, '');
  const spans = jsonIn(rest);
  // Numbers in the JSON are not a status. One space for each document keeps the words around it apart.
  let outside = '';
  let at = 0;
  const starts: number[] = [];
  for (const { start, end } of spans) {
    outside += `${rest.slice(at, start)} `;
    starts.push(outside.length);
    at = end;
  }
  outside += rest.slice(at);
  const found = STATUS.exec(outside);
  const texts = spans.map(({ start, end }) => rest.slice(start, end));
  if (!found) return { sent: texts[0] ?? incomplete(rest), received: '' };
  const end = found.index + found[0].length;
  const sent = texts.find((_, i) => (starts[i] as number) <= end) ?? '';
  const received = texts.find((_, i) => (starts[i] as number) > end) ?? incomplete(outside.slice(end));
  return { status: Number(found[1]), sent, received };
}

/** Text that looks like JSON but cannot be parsed, for example because the log shortened it. */
function incomplete(text: string): string {
  const start = text.search(/\{(?=\s*["'}]|\s*$)|\[(?=\s*[{"])/);
  return start < 0 ? '' : text.slice(start, Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1);
}
