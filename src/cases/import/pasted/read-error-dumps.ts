import type { AnyNode } from 'acorn';
import { JavaScriptParser } from '../../../javascript/index.js';
import { attempt } from '../../../util/index.js';
import { type DraftRequest, requestOf } from '../draft-request.js';
import type { FoundRequest, Importer, ReadInput } from '../found-request.js';
import { jsonIn } from '../json-spans.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { jsonOfPython } from './python-literal.js';
import { literalOf } from './read-fetch.js';

interface Draft extends Omit<DraftRequest, 'place'> {
  readonly problem?: string;
}

const METHOD = '(?:get|post|put|patch|delete|head)';
const SOURCE = new RegExp(`\\.(${METHOD})\\(\\s*f?["'](https?://[^"']+)["']`, 'i');
/** A call whose address begins with a variable: `session.post(BASE + "/api/…"`. */
const SOURCE_OF_PATH = new RegExp(
  `\\.(${METHOD})\\(\\s*(?:f["']\\{\\w+\\}|[\\w.]{1,60}\\s*\\+\\s*f?["'])(/[^"']*)["']`,
  'gi',
);
/** A call with a path on a session that knows the server. */
const SOURCE_OF_BARE_PATH = new RegExp(`\\.(${METHOD})\\(\\s*f?["'](/[^"']*)["']`, 'gi');
/** `ClientResponseError: 422, message='Unprocessable Entity', url='https://…'` */
const AIOHTTP_ERROR = /\bClientResponseError: (\d{3}), message=[^\n]{0,300}?\burl=(?:URL\()?'(\S+?)'/;
const HTTP_ERROR = /\b(\d{3}) (Client|Server) Error: [^\n]{0,300}? for url: (\S+)/;

/** Reads the error that Python prints for a request of the requests library. */
export const pythonTraceback: Importer = dumpImporter({
  name: 'python',
  title: 'an error of Python',
  summary: 'tracebacks of the requests library of Python, also in the report of pytest',
  start: 'Traceback (most recent call last):',
  begins: /\bTraceback \(/,
  accepts: (text) =>
    HTTP_ERROR.test(text) ||
    AIOHTTP_ERROR.test(text) ||
    (/requests[./]|urllib3/.test(text) && text.includes('Traceback (most recent call last):')),
  draftIn(text): Draft | undefined {
    const [, ofAiohttp, urlOfAiohttp] = AIOHTTP_ERROR.exec(text) ?? [];
    const [, status = ofAiohttp, , url = urlOfAiohttp] = HTTP_ERROR.exec(text) ?? [];
    const [, host, port, path] = /Pool\(host='([^']+)', port=(\d+)\)[^\n]*?with url: (\S+)/.exec(text) ?? [];
    const [all, verb, written] = SOURCE.exec(text) ?? callOf(text, url) ?? [];
    const address =
      url ?? written ?? (host === undefined ? undefined : `http${port === '80' ? '' : 's'}://${host}${path}`);
    if (address === undefined) return undefined;
    const call = all === undefined ? '' : text.slice(text.indexOf(all));
    const isKnown = verb !== undefined;
    const sent = after(text, /request (?:body|payload|data|json)[^:={]{0,20}[:=]\s*/i) ?? pythonJson(call);
    const received =
      after(text, /response (?:body|text|content|json)[^:={]{0,20}[:=]\s*/i) ??
      after(text, /^-+ Captured std(?:out|err) call -+\n(?=\{"error)/m);
    const error = text.match(/^[\w.]*(?:Error|Timeout|Exception): .*$/gm)?.at(-1);
    return {
      method: verb ?? (sent === undefined ? 'GET' : 'POST'),
      address,
      sent,
      ...(!isKnown && { problem: METHOD_UNKNOWN }),
      ...(status !== undefined ? { status: Number(status), received } : { error: error ?? '' }),
    };
  },
});

/** The call in the source with the path of the failed URL. */
const callOf = (text: string, url: string | undefined): readonly string[] | undefined =>
  url === undefined
    ? undefined
    : [...text.matchAll(SOURCE_OF_PATH), ...text.matchAll(SOURCE_OF_BARE_PATH)]
        .filter(([, , path]) => path !== undefined && url.endsWith(path))
        .map(([all, verb, path]) => [all, verb ?? '', path ?? ''])[0];

/** Reads the object that Node.js prints for a response or an error of axios. */
export const axiosDump: Importer = dumpImporter({
  name: 'axios',
  title: 'an object of axios',
  summary: 'responses and errors of axios, as Node.js prints them',
  start: 'config: {',
  begins: /\bAxiosError: /,
  accepts: (text) => /\bconfig: \{/.test(text) && /^[ \t]*(?:baseURL|url): '/m.test(text),
  draftIn(text): Draft | undefined {
    const field = (name: string) => new RegExp(`^[ \\t]*${name}: '((?:[^'\\\\]|\\\\.)*)'`, 'm').exec(text)?.[1];
    const url = field('url') ?? '';
    const status = Number(/^[ \t]*status: (\d{3})\b/m.exec(text)?.[1]);
    const received = /^[ \t]*data: (?=[{[])/m.exec(text);
    const rest = received ? text.slice(received.index + received[0].length) : '';
    const answer = received ? objectIn(rest) : undefined;
    return {
      method: field('method') ?? 'get',
      address: /^https?:/.test(url) ? url : `${(field('baseURL') ?? '').replace(/\/$/, '')}${url}`,
      sent: field('data')?.replace(/\\(['\\])/g, '$1'),
      ...(status >= 100 ? { status } : { error: field('code') ?? /AxiosError: (.*)/.exec(text)?.[1] ?? '' }),
      ...(answer !== undefined && { received: answer }),
      ...(received &&
        answer === undefined && { problem: 'the body of the response is shortened, and was not imported' }),
    };
  },
});

interface Dump extends Pick<Importer, 'name' | 'title' | 'summary' | 'accepts'> {
  /** The text with which a dump begins. */
  readonly start: string;
  /** The line with which a further error begins. */
  readonly begins: RegExp;
  draftIn(text: string): Draft | undefined;
}

function dumpImporter({ start, begins, draftIn, ...importer }: Dump): Importer {
  return {
    ...importer,
    isPasted: true,
    read(text, file): ReadInput {
      const credentials = new LeftOutCredentials();
      const problems: string[] = [];
      const requests = partsOf(text, begins).flatMap(({ part, line }): FoundRequest[] => {
        const draft = draftIn(part);
        const first = line + part.slice(0, Math.max(0, part.indexOf(start))).split('\n').length - 1;
        const place = `${file}, line ${first}`;
        const request = draft && requestOf({ ...draft, place }, credentials);
        if (!request) problems.push(`${place}: the error does not name the request`);
        const isMethodGuessed = draft?.problem === METHOD_UNKNOWN;
        const noted = draft?.problem !== undefined && { problems: [draft.problem] };
        return request ? [{ ...request, ...noted, isReport: isMethodGuessed ? 'without method' : 'complete' }] : [];
      });
      return { requests, problems, credentials: credentials.values };
    },
  };
}

const METHOD_UNKNOWN = 'the method is not in the text, and was guessed';

/** Splits a text into parts with one error each. The lines before the first error belong to it. */
function partsOf(text: string, begins: RegExp): { part: string; line: number }[] {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, i) => (begins.test(line) && !isChained(lines, i) ? [i] : []));
  const firsts = starts.length < 2 ? [0] : [0, ...starts.slice(1)];
  return firsts.map((first, i) => ({ part: lines.slice(first, firsts[i + 1]).join('\n'), line: first + 1 }));
}

/** Python prints the error that led to an error above it. */
const isChained = (lines: readonly string[], index: number): boolean =>
  lines.slice(Math.max(0, index - 3), index).some((line) => /^(?:During handling of|The above exception)/.test(line));

/** The value that Node.js prints for an object, such as `{ errors: [ { detail: 'text' } ] }`. */
function objectIn(text: string): unknown {
  const [span] = jsonIn(text);
  if (span?.start === 0) return text.slice(0, span.end);
  return attempt(() =>
    literalOf(JavaScriptParser.parseExpressionAt(text.slice(0, MAX_OBJECT), 0, { ecmaVersion: 'latest' }) as AnyNode),
  );
}

const MAX_OBJECT = 2 ** 18;

/** The JSON after some words. */
function after(text: string, words: RegExp): string | undefined {
  const found = words.exec(text);
  const rest = found ? text.slice(found.index + found[0].length) : '';
  const [span] = jsonIn(rest);
  return span?.start === 0 ? rest.slice(0, span.end) : undefined;
}

/** `json={"name": "a"}` of a call, if it is JSON too. */
function pythonJson(call: string): string | undefined {
  const found = /\bjson=\s*/.exec(call.split('\n')[0] ?? '');
  const rest = found ? call.slice(found.index + found[0].length) : '';
  const literal = /^\{[^\n]*?\}(?=\s*[,)])/.exec(rest)?.[0];
  return literal === undefined ? undefined : jsonOfPython(literal);
}
