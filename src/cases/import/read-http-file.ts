import { jsonOf } from '../../util/index.js';
import { fillVariables } from './collections/fill-variables.js';
import { curl } from './curl/read-curl.js';
import {
  type FoundRequest,
  type FoundResponse,
  headerIn,
  type Importer,
  ignoredBelow,
  pastedResponse,
  plainUrl,
  type ReadInput,
} from './found-request.js';
import { LeftOutCredentials } from './left-out-credentials.js';

/** Reads the `.http` files of editors: requests separated by `###`, with variables such as `{{host}}`. */
export const httpFile: Importer = {
  name: 'http',
  title: 'an .http file',
  summary: '.http and .rest files of editors',
  accepts: (text, file) => /\.(?:http|rest)$/i.test(file) || isOneRequest(text) || hasSeparatedRequest(text),
  read: readHttpFile,
};

const METHODS = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS';
const FIRST_LINE = new RegExp(`^(?:(${METHODS})\\s+)(\\S+)(?:\\s+HTTP/[\\d.]+)?\\s*$`);
/** Editors accept a curl command in the place of a request. */
const CURL = /^\s*(?:\$\s+)?curl(?:\.exe)?[\s^\\]/;
/** `###` is a heading in Markdown. Here, a request is below it. */
const hasSeparatedRequest = (text: string): boolean =>
  /^[ \t]*###/m.test(text) &&
  text.split(/^[ \t]*###.*$/m).some((part) => {
    const line = part.split('\n').find((one) => one.trim() !== '' && !isComment(one) && !VARIABLE.test(one)) ?? '';
    return FIRST_LINE.test(line.trimEnd()) || CURL.test(line) || /^https?:\/\/\S+\s*$/.test(line);
  });
const VARIABLE = /^@([\w-]+)\s*=\s*(.*)$/;
const isComment = (line: string) => /^\s*(?:#|\/\/)/.test(line);
/** A request line with only headers, a body and a whole response below it. The lines of a log have others. */
function isOneRequest(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => !isComment(line));
  const start = lines.findIndex((line) => line.trim() !== '');
  if (!FIRST_LINE.test(lines[start] ?? '')) return false;
  const [next = '', ...rest] = lines.slice(start + 1);
  const isRequest = next.trim() === '' || headerIn(next) !== undefined || /^\s+[?&]/.test(next) || /^HTTP\//.test(next);
  return (
    isRequest && ![next, ...rest].some((line) => FIRST_LINE.test(line) || /^[1-5]\d\d(?: [A-Z][\w' -]*)?$/.test(line))
  );
}

function readHttpFile(text: string, file: string): ReadInput {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const variables = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = VARIABLE.exec(line) ?? [];
    if (name !== undefined && value !== undefined) variables.set(name, value.trim());
  }
  const requests: FoundRequest[] = [];
  const named = new NamedResponses();
  const problems: string[] = [];
  const credentials = new LeftOutCredentials();
  const inCommands: string[] = [];
  let start = 0;
  for (let index = 0; index <= lines.length; index++) {
    if (index < lines.length && !/^\s*###/.test(lines[index] as string)) continue;
    const block = blockOf(lines.slice(start, index), start);
    if (block) {
      const place = `${file}, line ${block.line}`;
      try {
        const filled = block.lines.map((line) => named.fill(fillVariables(line, variables)));
        if (CURL.test(filled[0] ?? '')) {
          // With the empty lines, the command is on its own line of the file.
          const read = curl.read('\n'.repeat(block.line - 1) + filled.join('\n'), file);
          requests.push(...read.requests);
          problems.push(...read.problems);
          inCommands.push(...(read.credentials ?? []));
        } else {
          const request = {
            ...requestOf(filled, { line: block.line, place, credentials }),
            ...recordedIn(block.comments),
          };
          named.learn(block.comments, request.response);
          requests.push(request);
        }
      } catch (error) {
        problems.push(`${place}: ${(error as Error).message}`);
      }
    }
    start = index + 1;
  }
  return { requests, problems, credentials: [...credentials.values, ...inCommands] };
}

interface Block {
  readonly comments: readonly string[];
  readonly lines: readonly string[];
  readonly line: number;
}

/** Leaves out the comments and variables before the request. */
function blockOf(lines: readonly string[], start: number): Block | undefined {
  const at = lines.findIndex((line) => line.trim() !== '' && !isComment(line) && !VARIABLE.test(line));
  return at < 0 ? undefined : { comments: lines.slice(0, at), lines: lines.slice(at), line: start + at + 1 };
}

/**
 * The response in the comments of an exported request: `# recorded: 404 Not Found`, and the body below it. A success
 * without a body is left out, because its result is not known.
 */
function recordedIn(comments: readonly string[]): { readonly response?: FoundResponse } {
  const at = comments.findIndex((line) => /^# recorded: \d{3}\b/.test(line));
  const [head, ...rest] = at < 0 ? [] : comments.slice(at);
  const status = Number(/\d{3}/.exec(head ?? '')?.[0]);
  const text = rest
    .map((line) => line.replace(/^# ?/, ''))
    .join('\n')
    .trim();
  if (head === undefined || (status < 400 && text === '')) return {};
  const type: Record<string, string> = jsonOf(text) === undefined ? {} : { 'content-type': 'application/json' };
  return { response: { status, headers: type, body: Buffer.from(text) } };
}

const NAME = /^# @name ([\w-]+)\s*$/;
const REFERENCE = /\{\{\s*([\w-]+)\.response\.body\.\$((?:\.\w+|\[\d+\])+)\s*\}\}/g;

/** The recorded bodies of requests with a name, to which later requests refer. */
class NamedResponses {
  readonly #bodies = new Map<string, unknown>();

  learn(comments: readonly string[], response: FoundResponse | undefined): void {
    const name = comments.map((line) => NAME.exec(line)?.[1]).find((one) => one !== undefined);
    if (name !== undefined && response) this.#bodies.set(name, jsonOf(Buffer.from(response.body).toString('utf8')));
  }

  /** Replaces `{{queue.response.body.$.id}}`. A reference to an unknown value keeps its text. */
  fill(line: string): string {
    return line.replace(REFERENCE, (all, name: string, path: string) => {
      let value = this.#bodies.get(name);
      for (const step of path.match(/\w+/g) ?? [])
        value = Object.hasOwn(Object(value), step) ? Reflect.get(Object(value), step) : undefined;
      return typeof value === 'string' || typeof value === 'number' ? String(value) : all;
    });
  }
}

interface At {
  readonly line: number;
  readonly place: string;
  readonly credentials: LeftOutCredentials;
}

function requestOf(filled: readonly string[], { line, place, credentials }: At): FoundRequest {
  const [, method = 'GET', address = ''] =
    FIRST_LINE.exec(filled[0] ?? '') ?? /^(?:()(https?:\/\/\S+))\s*$/.exec(filled[0] ?? '') ?? [];
  if (address === '') throw new Error(`line ${line} is not a request such as GET https://…`);
  let at = 1;
  let url = address;
  // The query may continue on indented lines.
  while (/^\s+[?&]/.test(filled[at] ?? '')) url += (filled[at++] ?? '').trim();
  const headers = new Map<string, string>();
  for (; at < filled.length && (filled[at] ?? '').trim() !== ''; at++) {
    const header = headerIn(filled[at] ?? '');
    if (!header) continue;
    headers.set(...header);
    credentials.header(...header);
  }
  const { body, response, problems } = partsOf(filled.slice(at + 1));
  const whole = absolute(url, headers.get('host'));
  credentials.address(whole);
  return {
    place,
    method: method || 'GET',
    url: plainUrl(whole),
    type: headers.get('content-type'),
    ...(body !== '' && { body: Buffer.from(body) }),
    ...(response && { response }),
    ...(problems.length > 0 && { problems }),
  };
}

/** Some editors write a mark before the response: `# <> HTTP/1.1 201 Created`. */
const RESPONSE = /^(?:\s*(?:#|\/\/) ?(?:<>? ?)?)?HTTP\/[\d.]+ \d{3}\b/;

/** The rest of a block: a body, scripts in `{% … %}`, and a recorded response that begins with a status line. */
function partsOf(lines: readonly string[]): { body: string; response?: FoundResponse; problems: string[] } {
  const status = lines.findIndex((line) => RESPONSE.test(line));
  const own = status < 0 ? lines : lines.slice(0, status);
  const problems: string[] = [];
  const text = own
    .join('\n')
    .replace(/^[<>]\s*\{%[\s\S]*?%\}/gm, '')
    .replace(/^<>? .*$/gm, '')
    .trim();
  const inFile = own.find((line) => /^<\s+\S/.test(line) && !/^<\s*\{%/.test(line));
  if (inFile !== undefined) problems.push(`the body is in the file ${inFile.slice(1).trim()}, which was not read`);
  if (status < 0) return { body: text, problems };
  const isComment = !lines[status]?.startsWith('HTTP');
  // Some editors keep the response as comments below the request.
  const [head = '', ...rest] = lines
    .slice(status)
    .map((line) => (isComment ? line.replace(/^\s*(?:#|\/\/) ?/, '') : line));
  const { response, ignored } = pastedResponse(Number(/ (\d{3})/.exec(head)?.[1]), rest);
  return { body: text, response, problems: [...problems, ...(ignoredBelow(ignored).problems ?? [])] };
}

function absolute(address: string, host: string | undefined): string {
  const named = address.replace(
    /^(https?:\/\/)?\{\{\s*\$?([\w-]+)\s*\}\}(?=[/?:]|$)/,
    (_, scheme = 'https://', name) => {
      return `${scheme}${String(name).toLowerCase().replaceAll('_', '-')}.invalid`;
    },
  );
  const whole = /^https?:\/\//i.test(named)
    ? named
    : `https://${host ?? 'host.invalid'}${named.startsWith('/') ? '' : '/'}${named}`;
  if (!URL.canParse(whole)) throw new Error(`${address.slice(0, 200)} is not a URL`);
  return whole;
}
