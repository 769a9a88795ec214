import type { FoundRequest, Importer, ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { exchangesIn } from '../read-verbose.js';

/** What a logger writes before the first line of a message: a time, or words with a colon. */
const BEFORE = '(?:[^"\'`{]{0,80}?(?:\\d|:)\\s+)?';
const REQUEST = new RegExp(`^${BEFORE}((?:GET|POST|PUT|PATCH|DELETE|HEAD) /\\S* HTTP/[\\d.]+)\\s*$`);
const STATUS = new RegExp(`^${BEFORE}(HTTP/[\\d.]+ \\d{3}\\b.*)$`);
/** A message in one line, as `%q` of Go and the representation of bytes in Python print it. */
const QUOTED =
  /b?(["'])((?:(?:GET|POST|PUT|PATCH|DELETE|HEAD) \/\S* HTTP\/[\d.]+|HTTP\/[\d.]+ \d{3}[^"\\]*)\\r\\n(?:[^"'\\]|\\.|(?!\1)["'])*)\1/;
/** The end of a body, with a response directly behind it. */
const BEHIND_BODY = /(?<=["}\]])(?=HTTP\/[\d.]+ \d{3} [A-Z][\w ]{1,30}$)/;
/** The form of a callback of the platform. What the server answered is often not pasted. */
const CALLBACK = /^(?:\w{1,40}=[^\s&]*&){0,20}AccountSid=[^\s&]+(?:&\w{1,40}=[^\s&]*)*$/;
const ESCAPES: Readonly<Record<string, string>> = { r: '', n: '\n', t: '\t' };

/** Reads requests and responses as they are on the wire, such as the dumps of Go's httputil, with any lines between them. */
export const rawMessages: Importer = {
  name: 'raw-http',
  title: 'dumps of HTTP messages',
  summary: 'dumps of HTTP messages, such as those of httputil in Go',
  accepts: (text) => {
    const lines = linesIn(text.slice(0, MAX_LOOK)).map((one) => one.text);
    return (
      lines.some((line) => REQUEST.test(line)) &&
      lines.some((line) => STATUS.test(line) || CALLBACK.test(line)) &&
      lines.some((line) => /^host:\s*\S/i.test(line)) &&
      !lines.some((line) => /^###|^--+\[ /.test(line))
    );
  },
  read(text, file): ReadInput {
    const credentials = new LeftOutCredentials();
    const lines = markedLines(linesIn(text));
    const requests: FoundRequest[] = exchangesIn(
      lines.map((one) => one.text),
      { scheme: 'https', credentials, placeOf: (index) => `${file}, line ${lines[index]?.number ?? 1}` },
    );
    return { requests, problems: [], credentials: credentials.values };
  },
};

const MAX_LOOK = 2 ** 18;

interface Line {
  readonly text: string;
  readonly number: number;
}

/** wget -d prints these around the messages: `---request begin---`. */
const OF_WGET =
  /^---(?:request|response) (?:begin|end)---\s*$|^HTTP request sent, awaiting response\.\.\.|^DEBUG output created by Wget\b/;
/** It prints bodies in brackets: `[BODY data: {"name":"a"}]`, `Skipping 23 bytes of body: [{"error":"…"}] done.` */
const BODY_OF_WGET = /^(?:\[BODY data: |Skipping \d+ bytes of body: \[|\[(?=\{"))(.*)\](?: done\.)?\s*$/;

/** The lines of wget -d as other programs print them: an empty line ends the head. */
function plainOfWget(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => /^---request begin---/.test(line))) return lines;
  let isBehind = false;
  return lines.map((line) => {
    const isMark = OF_WGET.test(line);
    if (isMark) isBehind = /^---response end/.test(line);
    // Below the response, -S repeats its head with an indentation.
    const isRepeated = isBehind && /^ {1,4}\S/.test(line);
    return isMark || isRepeated || SUMMARY_OF_WGET.test(line) ? '' : (BODY_OF_WGET.exec(line)?.[1] ?? line);
  });
}

/** What wget prints at the end: `2026-11-20 10:00:45 ERROR 400: Bad Request.` */
const SUMMARY_OF_WGET = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (?:ERROR \d{3}|\()/;

const linesIn = (text: string): Line[] =>
  plainOfWget(text.split(/\r?\n/)).flatMap((line, i) => {
    const [, , quoted] = QUOTED.exec(line) ?? [];
    const message = quoted?.replace(/\\(.)/g, (_, char: string) => ESCAPES[char] ?? char) ?? line;
    // Nothing ends a body before the response on the same connection.
    const plain = message.replace(BEHIND_BODY, '\n');
    return plain.split('\n').map((one) => ({ text: one, number: i + 1 }));
  });

/** The lines with the marks of `curl -v`: `>` for the head of a request, `<` for that of a response. */
function markedLines(lines: readonly Line[]): Line[] {
  let mark = '';
  let isChunked = false;
  let isBehind = false;
  return lines.flatMap(({ text, number }): Line[] => {
    const [, request] = REQUEST.exec(text) ?? [];
    const [, status] = STATUS.exec(text) ?? [];
    const first = request ?? status;
    if (first !== undefined) {
      [mark, isChunked, isBehind] = [request === undefined ? '<' : '>', false, false];
      return [{ text: `${mark} ${first}`, number }];
    }
    if (/^transfer-encoding:\s*chunked/i.test(text)) isChunked = true;
    if (mark !== '' && text !== '') return [{ text: `${mark} ${text}`, number }];
    // The empty line below the head. The next one can end the body.
    if (mark !== '') {
      mark = '';
      return [];
    }
    if (text === '') isBehind = true;
    const isBetween = isBehind && (/\bdump\b.*:\s*$/i.test(text) || TIMED.test(text));
    const isSize = isChunked && /^[0-9a-f]{1,6}\s*$/i.test(text);
    return isBetween || isSize || text === '' ? [] : [{ text, number }];
  });
}

/** A line of the logger between two messages. */
const TIMED = /^\W{0,3}\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d/;
