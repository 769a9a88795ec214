import type { CassetteEntry } from '../../cassette/index.js';
import { counted } from '../../util/index.js';
import { leadingJson } from './json-spans.js';

/** A request that an importer read. Credentials and other headers are left out: a recording does not keep them. */
export interface FoundRequest {
  /** Where it is: `ticket.har, entry 3`. */
  readonly place: string;
  readonly method: string;
  readonly url: string;
  /** The content type of the request. */
  readonly type?: string | undefined;
  readonly body?: Uint8Array | undefined;
  /** Absent if the input has no response, such as a curl command. */
  readonly response?: FoundResponse | undefined;
  /** Why there is no response, if the input has a reason. */
  readonly fault?: CassetteEntry['fault'];
  /** The code of the error, such as `ECONNRESET`. */
  readonly code?: CassetteEntry['code'];
  /** The words of the program about the error, if they are not the code. */
  readonly message?: CassetteEntry['message'];
  /** Milliseconds since 1970, to order the requests of several files. */
  readonly startedMs?: number | undefined;
  readonly tookMs?: number | undefined;
  /** Found in a log line, and another program can have logged the same request. */
  readonly isLogged?: true;
  /** An error that a program printed. A log can have the same request. Some errors do not name the method. */
  readonly isReport?: 'complete' | 'without method';
  /** A line below it says that the program expected the status. */
  readonly isExpected?: true;
  /** Its result was found in another part of the text, without a mark that joins them. */
  readonly isJoined?: true | undefined;
  /** Parts that could not be read, such as a missing or incomplete body. */
  readonly problems?: readonly string[];
}

export interface FoundResponse {
  /** The input does not have the status, and the body is that of a success. Then the status is 0. */
  readonly isSuccess?: true;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** One format that `importCase` reads. */
export interface Importer {
  readonly name: string;
  /** What a text in this format is, such as `a HAR file`. */
  readonly title: string;
  /** A description of the format for people: `HAR 1.1 and 1.2, from a browser or a proxy`. */
  readonly summary: string;
  /** People paste it into a message, with words and lines of a log around it. */
  readonly isPasted?: true;
  /** A document with a schema, in which a single line has no meaning. */
  readonly isStructured?: true;
  /**
   * Whether a text is in this format. The first importer that accepts a text reads it. An importer that must read the
   * whole text to decide returns what it found.
   */
  accepts(text: string, file: string): boolean | ReadInput;
  read(text: string, file: string): ReadInput;
}

export interface ReadInput {
  readonly requests: readonly FoundRequest[];
  /** Parts that could not be read, with their places. */
  readonly problems: readonly string[];
  /** The credentials that the requests do not have any more, to redact them elsewhere in the case. */
  readonly credentials?: readonly string[];
}

/** The name and the value of a header line. The name is in lower case. */
export function headerIn(line: string): readonly [name: string, value: string] | undefined {
  // A URL is not a header.
  const [, name, value] = /^([\w-]+)[ \t]*:(?!\/\/)[ \t]*(.*)$/.exec(line.trimEnd()) ?? [];
  return name === undefined || value === undefined ? undefined : [name.toLowerCase(), value];
}

export interface PastedResponse {
  readonly response: FoundResponse;
  /** The number of lines below it that are not part of it, such as the words of a person. */
  readonly ignored: number;
}

/** The response that people paste: headers and a body below the status line. Messages can indent it as a block. */
export function pastedResponse(status: number, pasted: readonly string[]): PastedResponse {
  const lines = withoutIndentation(pasted);
  const found = lines.map(headerIn);
  const bodyAt = found.indexOf(undefined);
  const head = found.slice(0, bodyAt < 0 ? undefined : bodyAt).flatMap((one) => (one ? [one] : []));
  const text = bodyAt < 0 ? '' : lines.slice(bodyAt).join('\n').trim();
  const body = isWithoutBody(status, head) ? '' : (leadingJson(text) ?? text);
  return {
    response: { status, headers: Object.fromEntries(head), body: Buffer.from(body) },
    ignored: linesIn(text.slice(body.length)),
  };
}

/** The lines without the indentation of the first one, as far as they have it. */
function withoutIndentation(lines: readonly string[]): readonly string[] {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const indent = first.slice(0, first.search(/\S|$/));
  return indent === '' ? lines : lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
}

/** What follows such a head in a message are the words of a person. */
const isWithoutBody = (status: number, head: readonly (readonly [string, string])[]): boolean =>
  status === 204 || status === 304 || head.some(([name, value]) => name === 'content-length' && value === '0');

/** Leaves out credentials and the fragment of a URL. */
export function plainUrl(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href;
}

/** The method, the path and the query. The host is often missing in a log. */
export function requestKey({ method, url }: Pick<FoundRequest, 'method' | 'url'>): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
}

/** Requests of one text in the order of its lines. */
export const inLineOrder = (requests: readonly FoundRequest[]): FoundRequest[] =>
  [...requests].sort((one, other) => lineOf(one) - lineOf(other));

export const lineOf = ({ place }: FoundRequest): number => Number(/, line (\d+)$/.exec(place)?.[1] ?? 0);

export const linesIn = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;

/** The note on the lines below a response that are not part of it, as a part of the request. */
export const ignoredBelow = (count: number): Pick<FoundRequest, 'problems'> =>
  count > 0 ? { problems: [`${counted(count, 'line')} below the response ignored`] } : {};

/** The note on the parts of a file that have no request. None if there are no such parts. */
export const ignoredNote = (file: string, count: number, of: 'line' | 'record' | 'row' = 'line'): string[] =>
  count > 0 ? [`${file}: ${counted(count, of)} without a request, ignored`] : [];
