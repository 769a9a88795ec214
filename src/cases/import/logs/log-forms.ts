import { leadingJson } from '../json-spans.js';

/** The fields of a line in the form `name=value name="a text"`. Undefined for another line. */
export function logfmtIn(line: string): ReadonlyMap<string, string> | undefined {
  if (!/(?:^|\s)method="?[A-Z]+"?(?=\s)/.test(line) || !/(?:^|\s)(?:path|url|uri)=/.test(line)) return undefined;
  const fields = new Map<string, string>();
  for (const [, name = '', quoted, plain] of line.matchAll(/(?:^|\s)([\w.]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/g))
    fields.set(name, quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1'));
  // Rust prints the parts of an error in braces.
  const error = /\berr(?:or)?=([A-Za-z][\w:]* ?\{.{0,400})/.exec(line)?.[1];
  if (error !== undefined) fields.set('error', error);
  return fields;
}

const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/;

/** The time in an access log: `[05/Mar/2026:16:20:01 +0000]`. */
const ACCESS_TIME = /\[(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})\]/;

/** Squid begins a line with the seconds since 1970. */
const EPOCH = /^(\d{10}\.\d{3})\s/;

/** The time of a line, in milliseconds since 1970. NaN without one. */
export function timeIn(line: string): number {
  const [, day, month, year, time, zone] = ACCESS_TIME.exec(line) ?? [];
  if (day !== undefined) return Date.parse(`${day} ${month} ${year} ${time} ${zone}`);
  const seconds = EPOCH.exec(line)?.[1];
  if (seconds !== undefined) return Number(seconds) * 1000;
  return Date.parse((TIME.exec(line)?.[0] ?? '').replace(' ', 'T').replace(',', '.'));
}

/** What a line adds to a request of an earlier line with the same mark, such as `[c7cfb925-…]`. */
export interface AddedPart {
  readonly mark: string;
  readonly part: 'sent' | 'status' | 'received';
  readonly text: string;
}

const MARK = /\[([0-9a-f]{8}-[0-9a-f-]{27}|[\w-]*\d[\w-]{5,})\]/i;
const PARTS: readonly (readonly [AddedPart['part'], RegExp])[] = [
  ['sent', /request (?:body|payload|params)(?: was| is)?\s*[:=]\s*(.+)$/i],
  ['received', /response (?:body|payload|text)(?: was| is)?\s*[:=]\s*(.+)$/i],
  ['status', /response(?: status| code)?\s*[:=]?\s*(?:status\s*)?[:=]?\s*(\d{3})\b/i],
];

/** In these forms, a part has no mark. */
const PLAIN_PARTS: typeof PARTS = [
  ...PARTS,
  ['sent', /(?:^|\s)(?:>>>|payload:?|Parameters:) (.+)$/],
  ['received', /(?:^|\s)(?:<<<|response:) (.+)$/],
];

export const markIn = (line: string): string | undefined => MARK.exec(line)?.[1];

const HTTP = 'HTTP/[\\d.]+ ';

/** The response below a request, on a separate line: `200 {"id":"…"}`, `<- 404 Not Found`. */
const OWN_LINE = new RegExp(
  `^\\s*(?:[<←]-*\\s*|[-=]*>\\s*|→\\s*)?(?:${HTTP}|status(?: code)?\\s?[:=]?\\s?)?([1-5]\\d\\d)(?: [A-Z][A-Za-z' -]{1,30})?(?:[\\s:,|-]{1,4}([{[].*))?\\s*$`,
  'i',
);

/** What a logger writes before its message: one or two times, a process and a level. */
const LOGGER =
  /^(?=\[?[\dT.+/ -]{1,40}:)(?:\[?\d[\d:.,TZ+/-]{6,35}(?: ?[AP]M)?\]?\s+){1,2}(?:[\w.-]{1,60}\[\d+(?::\w+)?\]:?\s+)?(?:\[?[A-Za-z]{3,8}\]?:?\s+)?(?=\S)/;

/** The message of a line, without what the logger writes before it. */
export const messageOf = (line: string): string => line.replace(LOGGER, '');

export function responseLineIn(line: string): { readonly status: number; readonly received: string } | undefined {
  const [, status, received = ''] = OWN_LINE.exec(line) ?? OWN_LINE.exec(messageOf(line)) ?? [];
  return status === undefined ? undefined : { status: Number(status), received };
}

/**
 * A second line about a request: a browser prints `Fetch finished loading: GET "https://…".`, and the error log of nginx
 * names the request of its message.
 */
export const isEcho = (line: string): boolean =>
  /\b(?:Fetch|XHR) (?:finished|failed) loading: |^\d{4}\/\d\d\/\d\d [\d:]{8} \[[a-z]{4,6}\] \d+#\d+: .*, request: "/.test(
    line,
  );

/** The body in a part: JSON or a form, without the words behind it. */
const bodyOfPart = (text: string): string | undefined =>
  leadingJson(text) ?? jsonOfMap(text) ?? /^[\w.%[\]-]+=\S*/.exec(text)?.[0];

/** A map as Ruby and Elixir print it: `{"To"=>"+1206…"}`, `%{"To" => nil}`. */
function jsonOfMap(text: string): string | undefined {
  if (!/^%?\{"[^"]*"\s?=>/.test(text)) return undefined;
  const json = text.replace(/"(?:[^"\\]|\\.)*"|%\{|\s?=>\s?|\bnil\b/g, (all) =>
    all.startsWith('"') ? all : all === '%{' ? '{' : all === 'nil' ? 'null' : ':',
  );
  return leadingJson(json);
}

/** A part without a mark belongs to the request above it. */
export function partBelow(line: string): Omit<AddedPart, 'mark'> | undefined {
  for (const [part, pattern] of PLAIN_PARTS.filter(([name]) => name !== 'status')) {
    const body = bodyOfPart(pattern.exec(line)?.[1] ?? '');
    if (body !== undefined) return { part, text: body };
  }
  return undefined;
}

export function addedPartIn(line: string): AddedPart | undefined {
  const mark = markIn(line);
  if (mark === undefined) return undefined;
  for (const [part, pattern] of PARTS) {
    const text = pattern.exec(line)?.[1];
    if (text !== undefined) return { mark, part, text };
  }
  return undefined;
}

/** The forms in which a status is before the method, each for the text before the method. */
const STATUS_BEFORE: readonly RegExp[] = [
  // got: `Request failed with status code 404 (Not Found): GET https://…`
  /\bstatus code ([1-5]\d\d)(?: \([\w' -]*\))?: $/,
  // Faraday: `the server responded with status 422 for POST https://…`
  /\bresponded with status ([1-5]\d\d) for $/,
  // Gin: `[GIN] 2026/11/26 - 09:04:01 | 200 | 44.1ms | 10.0.0.3 | GET "/…"`
  /\|\s{0,8}([1-5]\d\d)\s{0,8}\|[^|]{0,60}\|[^|]{0,60}\|\s*$/,
  // A load balancer of AWS, with its own status and that of its target: `-1 -1 -1 502 - 911 272 "POST https://…"`
  /(?: -?\d+(?:\.\d+)?){3} ([1-5]\d\d) (?:[1-5]\d\d|-|0) -?\d+ -?\d+ "$/,
  // Squid: `1795600798.004    204 10.8.0.31 TCP_MISS/200 48877 GET https://…`
  /\s[A-Z_]{3,40}\/([1-5]\d\d) \d+ $/,
  // HAProxy: `0/0/31/64/95 200 611 - - ---- 1/1/0/0/0 0/0 "GET /…"`
  /(?: [+-]?\d+\/\S+) ([1-5]\d\d) \+?\d+ \S+ \S+ [\w-]{4} [\d+]+(?:\/[\d+]+){4} \d+\/\d+ (?:\{[^}]*\} ){0,2}"?$/,
];

/** The status of a line whose form has it before the method. `before` is the text before the method. */
export const statusBefore = (before: string): number | undefined => {
  const end = before.slice(-MAX_BEFORE);
  const status = STATUS_BEFORE.map((form) => form.exec(end)?.[1]).find((one) => one !== undefined);
  return status === undefined ? undefined : Number(status);
};

const MAX_BEFORE = 300;

/** What a load balancer wrote about its target, if the target did not answer, or answered another status. */
export function targetNote(before: string): string | undefined {
  const [, own, target] = OF_TARGET.exec(before.slice(-MAX_BEFORE)) ?? [];
  if (own === undefined || own === target) return undefined;
  return target === '-' || target === '0'
    ? `the load balancer answered ${own} itself: its target did not answer`
    : `the load balancer answered ${own}, and its target ${target}`;
}

const OF_TARGET = /(?: -?\d+(?:\.\d+)?){3} ([1-5]\d\d) ([1-5]\d\d|-|0) -?\d+ -?\d+ "$/;

/** The server of `https://acme.example.com:443 "PUT /api/…"`, which is before the method. */
export const serverBefore = (before: string): string | undefined =>
  /(https?:\/\/[\w.-]+(?::\d+)?)\s+["'`]$/.exec(before.slice(-MAX_BEFORE))?.[1];

/** `/rooms/:id` and `/rooms/{id}` of a table of routes are not the path of a request. */
export const isTemplate = (address: string): boolean =>
  /\/(?::[A-Za-z_]\w*|\{\w+\}|<\w+(?::\w+)?>)(?=\/|$)/.test(address);

/** The error in the place of a status: `-> ReadTimeout`, `failed: ECONNRESET`. */
const NAMED_ERROR =
  /(?:->|→|=>|failed:?|error[:=]?)\s*"?([A-Z][\w.]*(?:Timeout|Error|Exception|RESET|REFUSED|TIMEDOUT|NOTFOUND)\w*)/;
/** Go prints `Post "https://…": dial tcp: lookup acme.example.com: no such host`. */
const ERROR_OF_GO =
  /^\\?["']?: ((?:dial|read|write|tls|x509|remote|net\/http|context|EOF|unexpected EOF|http)\b.{0,400})/;
/** Browsers print `POST https://… net::ERR_FAILED`. */
const ERROR_OF_BROWSER = /^["']?\s+(?:\(failed\))?(net::ERR_[A-Z0-9_]+)/;

/** The error that a line has in the place of a status. `rest` is the text behind the address. */
export const errorIn = (rest: string): string | undefined =>
  [ERROR_OF_GO, ERROR_OF_BROWSER, NAMED_ERROR]
    .map((form) => form.exec(rest)?.[1])
    .find((one) => one !== undefined)
    // A field of a logger ends with its quote.
    ?.replace(rest.startsWith('\\') ? /(?<!\\)".*/s : /^$/, '');

/** The error of Node.js that names the host: `getaddrinfo EAI_AGAIN acme.example.com`. */
const ERROR_OF_HOST = /\b(?:getaddrinfo|connect) E[A-Z_]{3,20} ([a-z0-9.-]{1,200}\.[a-z]{2,24})\b/i;

export function hostErrorIn(text: string): { readonly error: string; readonly host: string } | undefined {
  const [error, host] = ERROR_OF_HOST.exec(text) ?? [];
  return error === undefined || host === undefined ? undefined : { error, host: host.toLowerCase() };
}

/** Whether a line has an error of the network directly behind the address, which no status can follow. */
export const hasNetworkError = (rest: string): boolean => ERROR_OF_GO.test(rest) || ERROR_OF_BROWSER.test(rest);
