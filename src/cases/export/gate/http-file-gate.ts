import { isDeepStrictEqual } from 'node:util';

export interface ReadHttpFile {
  readonly requests: readonly SentRequest[];
  /** Whether each request has the credentials. */
  readonly trusted: readonly boolean[];
}

const VARIABLES = ['@project = PROJECT_ID', '@token = API_TOKEN'];
const CREDENTIALS = 'Authorization: Basic {{project}} {{token}}';
const FIRST_LINE = /^([A-Za-z]+) (https?:\/\/\S+)$/;
const TYPE = /^Content-Type: (.*)$/;
const PLACEHOLDER = /\{\{(.*?)\}\}/g;

/**
 * Parses an exported .http file as editors do. Returns undefined for text that editors read as something else than a
 * request, such as a file to send, a script, or another variable. `filledBy` returns the value of a placeholder.
 */
export function readExportedHttp(
  text: string,
  filledBy: (name: string) => string | undefined,
): ReadHttpFile | undefined {
  const [head = '', ...blocks] = text.split(/^###.*\n/m);
  const start = head.split('\n').filter((line) => line !== '' && !isComment(line));
  const requests: SentRequest[] = [];
  const trusted: boolean[] = [];
  for (const block of blocks) {
    const lines = block.replace(/\n+$/, '').split('\n');
    while (lines.length > 0 && isComment(lines[0] as string)) lines.shift();
    if (lines.length === 0) continue; // a request that is left out
    const request = requestOf(lines, filledBy);
    if (!request) return undefined;
    requests.push(request);
    trusted.push(lines.includes(CREDENTIALS));
  }
  // The variables of the credentials are there if a request uses them.
  return isDeepStrictEqual(start, trusted.includes(true) ? VARIABLES : []) ? { requests, trusted } : undefined;
}

/** The name of a response is the only command in a comment that an export writes. */
const isComment = (line: string): boolean => /^#(?!\s*@)/.test(line) || /^# @name \w+$/.test(line);

function requestOf(lines: readonly string[], filledBy: (name: string) => string | undefined): SentRequest | undefined {
  const end = lines.indexOf('');
  const [first = '', ...headers] = end < 0 ? lines : lines.slice(0, end);
  const [, method, address] = FIRST_LINE.exec(first) ?? [];
  const others = headers.filter((line) => line !== CREDENTIALS);
  const [, type] = TYPE.exec(others[0] ?? '') ?? [];
  if (method === undefined || address === undefined || others.length > (type === undefined ? 0 : 1)) return undefined;
  const own = end < 0 ? undefined : lines.slice(end + 1).join('\n');
  if (own !== undefined && isActive(own)) return undefined;
  const url = filled(address, filledBy);
  const body = own === undefined ? own : filled(own, filledBy);
  if (url === undefined || (own !== undefined && body === undefined) || type?.includes('{{')) return undefined;
  return { method, url, type, body };
}

/** Whether editors read a body as more than text: as another request, a file, a script or a variable. */
export const isActive = (body: string): boolean => /^[^\S\r\n\u2028\u2029]*(?:###|[<>]|@[\w-]+\s*=)|\0/m.test(body);

/** Replaces the placeholders of linked values. Undefined if there is another one. */
function filled(text: string, filledBy: (name: string) => string | undefined): string | undefined {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  if (names.some((name) => filledBy(name) === undefined)) return undefined;
  const whole = text.replace(PLACEHOLDER, (_, name: string) => filledBy(name) ?? '');
  return whole;
}

/** A request as an export sends it. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly type: string | undefined;
  readonly body: string | undefined;
}

/** Why the requests in an export are not exactly those of the recording, or undefined. */
export function requestsProblem(found: readonly SentRequest[], expected: readonly SentRequest[]): string | undefined {
  if (found.length !== expected.length) return `it has ${found.length} requests instead of ${expected.length}`;
  const at = expected.findIndex((request, i) => !isDeepStrictEqual(plain(found[i]), plain(request)));
  return at < 0 ? undefined : `request ${at + 1} is not the recorded ${expected[at]?.method} ${expected[at]?.url}`;
}

const plain = (request: SentRequest | undefined) =>
  request && [request.method, request.url, request.type, request.body];
