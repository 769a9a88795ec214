import { isPlain, jsonOf } from '../../../util/index.js';
import { isRefusal } from '../curl/result-below.js';
import { faultOf } from '../draft-request.js';
import { type FoundRequest, headerIn } from '../found-request.js';
import { closedJson, jsonIn, leadingJson } from '../json-spans.js';
import { incomplete } from './line-parts.js';
import { type AddedPart, hostErrorIn, messageOf, partBelow, responseLineIn } from './log-forms.js';

/** A request with what a line below it adds. */
interface WithLine {
  readonly request: FoundRequest;
  /** The next line can belong to it too. */
  readonly continues?: true;
}

interface Below {
  /** Whether the line is directly below the request, its headers or its status. */
  readonly isNext: boolean;
  /** Whether no other request waits for a response. */
  readonly isOnlyOpen: boolean;
  readonly previous: string;
  /** Whether the line begins another request. */
  readonly isRequest: boolean;
}

/** The last request of a log with the part that a line below it has. Undefined if the line does not belong to it. */
export function withLineBelow(last: FoundRequest, line: string, below: Below): WithLine | undefined {
  const { isNext, isOnlyOpen, previous, isRequest } = below;
  const isOpen = !last.response && !last.fault;
  const answer = isOpen && isNext ? responseLineIn(line) : undefined;
  if (answer) {
    const body = leadingJson(answer.received) ?? incomplete(answer.received);
    return { request: withAnswer(last, answer.status, body), continues: true };
  }
  const shown = isNext && last.response?.body.length === 0 ? responseLineIn(line) : undefined;
  if (shown && shown.status === last.response?.status && leadingJson(shown.received) !== undefined)
    return { request: withPart(last, { part: 'received', text: leadingJson(shown.received) ?? '' }) };
  const host = isOpen && isNext ? withHeader(last, line) : undefined;
  if (host) return { request: host, continues: true };
  if (isRequest) return undefined;
  const [, expected, got] = EXPECTED.exec(line) ?? [];
  if (expected !== undefined && expected === got && Number(got) === last.response?.status)
    return { request: { ...last, isExpected: true } };
  const result = isOpen && (isNext || isOnlyOpen) ? resultIn(line) : undefined;
  if (result) return { request: withAnswer(withHost(last, line), result.status, result.received), continues: true };
  const error = isOpen ? errorAbout(line, last) : undefined;
  if (error !== undefined) return { request: { ...last, ...faultOf(error) } };
  const part =
    refusalAfterName(line, last) ?? partBelow(line) ?? (isNext ? bodyAlone(line, previous, last) : undefined);
  const isEmpty = last.response !== undefined && last.response.body.length === 0;
  if (part?.part === 'sent' && !last.body && /^P/.test(last.method)) return { request: withPart(last, part) };
  if (part?.part === 'received' && (isEmpty || isOpen)) return { request: withPart(last, part) };
  const cut = isEmpty ? bodyBelow(previous, line) : undefined;
  if (cut === undefined) return undefined;
  const request = withPart(last, { part: 'received', text: cut.text });
  return { request: cut.isClosed ? { ...request, problems: [...(last.problems ?? []), CLOSED] } : request };
}

export function withPart(request: FoundRequest, { part, text }: Omit<AddedPart, 'mark'>): FoundRequest {
  const response = request.response ?? { status: 0, headers: {}, body: Buffer.alloc(0) };
  if (part === 'status') return { ...request, response: { ...response, status: Number(text) } };
  if (part === 'received') return { ...request, response: { ...response, body: Buffer.from(text) } };
  const type = /^[{[]/.test(text) ? 'application/json' : 'application/x-www-form-urlencoded';
  return { ...request, body: Buffer.from(text), type };
}

const withAnswer = (request: FoundRequest, status: number, body: string): FoundRequest => ({
  ...request,
  response: { status, headers: {}, body: Buffer.from(body) },
});

/** A header between a request line and its status. That of the host completes the address. */
function withHeader(last: FoundRequest, line: string): FoundRequest | undefined {
  const [name = '', value = ''] = headerIn(line.trim()) ?? [];
  if (!/^(?:host|accept|content-\w+|user-agent|x-[\w-]+)$/.test(name)) return undefined;
  const url = new URL(last.url);
  if (name !== 'host' || url.host !== 'host.invalid' || !/^[\w.-]+(?::\d+)?$/.test(value)) return last;
  url.host = value;
  return { ...last, url: url.href };
}

/** What a program prints about a status that it expected: `expected 404, got 404`. */
const EXPECTED = /\bexpected:? ([1-5]\d\d),? (?:and )?(?:got|received|was|found):? ([1-5]\d\d)\b/i;

/** The forms of a line with a result that can only be of a request above it. */
const RESULTS: readonly RegExp[] = [
  // A list of packets: `10.0.0.1 → 10.0.0.5 HTTP/JSON 503 HTTP/1.1 200 OK`
  /\bHTTP(?:\/\w+)? \d+ HTTP\/[\d.]+ ([1-5]\d\d)\b()/,
  // Apple's network library: `<NSHTTPURLResponse: 0x6000…> { URL: https://… } { Status Code: 422, Headers {`
  /<NSHTTPURLResponse: .{1,400}?\bStatus Code: ([1-5]\d\d)()/,
  // Web frameworks: `Sent 204 in 1ms`, `Completed 302 Found in 500ms`
  /(?:^|\s)(?:Sent|Completed) ([1-5]\d\d)\b(?: [A-Z][\w ]{0,30})? in [\d.]+()/,
  // `undici:response attempt=1 status=429 body={…}`, `Task <…> finished status=200`
  /\b(?:response|finished|completed|received|answered)\b.{0,100}?\bstatus(?:_?code)?[=:] ?"?([1-5]\d\d)\b(.*)$/i,
];

function resultIn(line: string): { readonly status: number; readonly received: string } | undefined {
  const found = RESULTS.map((form) => form.exec(line)).find((one) => one !== null);
  if (!found) return undefined;
  const rest = found[2] ?? '';
  const [span] = jsonIn(rest);
  return { status: Number(found[1]), received: span ? rest.slice(span.start, span.end) : '' };
}

/** What Firefox prints about a request that it blocked. */
const BLOCKED = /\bCross-Origin Request Blocked: .{0,120}? at (https?:\/\/\S{1,2000})\. \(Reason: ([^)]{1,300})\)/;

/** What Apple's network library prints about a request that ended without a response. */
const ERROR_OF_APPLE = /\bError Domain=\w+ Code=-\d+ "([^"]{1,200})".*?\bFailingURL\w*=(https?:\/\/[^\s,}]+)/;

/** The response can have the host that the line of the request does not have. */
function withHost(last: FoundRequest, line: string): FoundRequest {
  const address = /\bURL: (https?:\/\/[^\s}]+)/.exec(line)?.[1] ?? '';
  const url = new URL(last.url);
  if (url.host !== 'host.invalid' || !URL.canParse(address)) return last;
  const found = new URL(address);
  return found.pathname + found.search === url.pathname + url.search ? { ...last, url: found.href } : last;
}

function errorAbout(line: string, { url }: FoundRequest): string | undefined {
  const [, blocked = '', reason] = BLOCKED.exec(line) ?? [];
  if (reason !== undefined && URL.canParse(blocked) && new URL(blocked).href === url) return reason;
  const ofHost = hostErrorIn(line);
  if (ofHost?.host === new URL(url).hostname) return ofHost.error;
  const [, words, address = ''] = ERROR_OF_APPLE.exec(line.replace(/\bNSErrorFailingURL/g, 'FailingURL')) ?? [];
  return words !== undefined && URL.canParse(address) && new URL(address).href === url ? words : undefined;
}

/**
 * JSON alone in the line below a request, perhaps behind the name of the logger. Below a request without a status, it is
 * the body of that. Below a status, it is the response, if the request has no body or it is like an answer.
 */
function bodyAlone(written: string, previous: string, last: FoundRequest): Omit<AddedPart, 'mark'> | undefined {
  const line = withoutOptional(written);
  const start = line.search(/[{[]["{\s}\]]/);
  const tag = start < 0 ? '' : line.slice(0, start).trim();
  const isOwn = tag === '' || (/^\[[\w.:-]+\]$/.test(tag) && previous.includes(tag));
  const text = start < 0 || !isOwn ? undefined : leadingJson(line.slice(start).trim());
  if (text === undefined || line.slice(start).trim().length > text.length) return undefined;
  const value = jsonOf(text);
  if (!last.response) return /^P/.test(last.method) && !isAnswer(value) ? { part: 'sent', text } : undefined;
  const isOfResponse = !/^P/.test(last.method) || last.body !== undefined || isAnswer(value);
  return isOfResponse ? { part: 'received', text } : undefined;
}

/** Swift prints a text that can be missing as `Optional("…")`. */
function withoutOptional(line: string): string {
  const message = messageOf(line);
  const [, tag = '', quoted = ''] = /^(\[[\w.:-]+\] )?Optional\(("(?:[^"\\]|\\.)*")\)\s*$/.exec(message) ?? [];
  const text = quoted === '' ? undefined : jsonOf(quoted);
  return typeof text === 'string' ? tag + text : line;
}

const isAnswer = (value: unknown): boolean =>
  isPlain(value) &&
  !('command' in value) &&
  ['id', 'sid', 'errors', 'error', 'data', 'links', 'success'].some((name) => Object.hasOwn(value, name));

/** `body: {"errors":…}` is the response, if that has a failure and no body. */
function refusalAfterName(line: string, { response }: FoundRequest): Omit<AddedPart, 'mark'> | undefined {
  if (!response || response.status < 400 || response.body.length > 0) return undefined;
  const text = leadingJson(/\bbody[:=] ?(\{.*)$/s.exec(line)?.[1] ?? '');
  return text !== undefined && isRefusal(jsonOf(text)) ? { part: 'received', text } : undefined;
}

/** The body below a line that ends with `response:`, as the message of an error of Guzzle does. */
function bodyBelow(previous: string, line: string): { readonly text: string; readonly isClosed: boolean } | undefined {
  if (!/\b(?:response|body):\s*$/.test(previous.slice(-40)) || !/^\s*[{[]/.test(line)) return undefined;
  const whole = leadingJson(line.trim());
  const closed = whole === undefined ? closedJson(line.trim()) : undefined;
  return { text: whole ?? closed ?? incomplete(line), isClosed: closed !== undefined };
}

const CLOSED = 'the body of the response is incomplete, and only its complete fields were kept';
