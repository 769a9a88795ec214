import { jsonOf } from '../../../util/index.js';
import { type DraftRequest, requestOf } from '../draft-request.js';
import type { Importer, ReadInput } from '../found-request.js';
import { jsonIn } from '../json-spans.js';
import { LeftOutCredentials } from '../left-out-credentials.js';

type Draft = Omit<DraftRequest, 'place'>;

const METHOD = '(?:get|post|put|patch|delete|head)';
const SOURCE = new RegExp(`\\.(${METHOD})\\(\\s*f?["'](https?://[^"']+)["']`, 'i');

/** Reads the error that Python prints for a request of the requests library. */
export const pythonTraceback: Importer = dumpImporter({
  name: 'python',
  title: 'an error of Python',
  summary: 'tracebacks of the requests library of Python',
  start: 'Traceback (most recent call last):',
  accepts: (text) => /requests[./]|urllib3/.test(text) && text.includes('Traceback (most recent call last):'),
  draftIn(text): Draft | undefined {
    const [, status, , url] = /(\d{3}) (Client|Server) Error: .*? for url: (\S+)/.exec(text) ?? [];
    const [, host, port, path] = /Pool\(host='([^']+)', port=(\d+)\)[^\n]*?with url: (\S+)/.exec(text) ?? [];
    const [all, verb, written] = SOURCE.exec(text) ?? [];
    const address =
      url ?? written ?? (host === undefined ? undefined : `http${port === '80' ? '' : 's'}://${host}${path}`);
    if (address === undefined) return undefined;
    const call = all === undefined ? '' : text.slice(text.indexOf(all));
    const sent = after(text, /request (?:body|payload|data|json)[^:={]{0,20}[:=]\s*/i) ?? pythonJson(call);
    const received = after(text, /response (?:body|text|content|json)[^:={]{0,20}[:=]\s*/i);
    const error = text.match(/^[\w.]*(?:Error|Timeout|Exception): .*$/gm)?.at(-1);
    return {
      method: verb ?? (sent === undefined ? 'GET' : 'POST'),
      address,
      sent,
      ...(status !== undefined ? { status: Number(status), received } : { error: error ?? 'reset' }),
    };
  },
});

/** Reads the object that Node.js prints for a response or an error of axios. */
export const axiosDump: Importer = dumpImporter({
  name: 'axios',
  title: 'an object of axios',
  summary: 'responses and errors of axios, as Node.js prints them',
  start: 'config: {',
  accepts: (text) => /\bconfig: \{/.test(text) && /^\s*(?:baseURL|url): '/m.test(text),
  draftIn(text): Draft | undefined {
    const field = (name: string) => new RegExp(`^\\s*${name}: '((?:[^'\\\\]|\\\\.)*)'`, 'm').exec(text)?.[1];
    const url = field('url') ?? '';
    const status = Number(/^\s*status: (\d{3})\b/m.exec(text)?.[1]);
    const received = /^\s*data: (?=[{[])/m.exec(text);
    const rest = received ? text.slice(received.index + received[0].length) : '';
    const [span] = jsonIn(rest);
    return {
      method: field('method') ?? 'get',
      address: /^https?:/.test(url) ? url : `${(field('baseURL') ?? '').replace(/\/$/, '')}${url}`,
      sent: field('data')?.replace(/\\(['\\])/g, '$1'),
      ...(status >= 100 ? { status } : { error: field('code') ?? /AxiosError: (.*)/.exec(text)?.[1] ?? 'reset' }),
      ...(span?.start === 0 && { received: rest.slice(0, span.end) }),
    };
  },
});

interface Dump extends Pick<Importer, 'name' | 'title' | 'summary' | 'accepts'> {
  /** The text with which a dump begins. */
  readonly start: string;
  draftIn(text: string): Draft | undefined;
}

function dumpImporter({ start, draftIn, ...importer }: Dump): Importer {
  return {
    ...importer,
    isPasted: true,
    read(text, file): ReadInput {
      const credentials = new LeftOutCredentials();
      const draft = draftIn(text);
      const line = text.slice(0, Math.max(0, text.indexOf(start))).split('\n').length;
      const request = draft && requestOf({ ...draft, place: `${file}, line ${line}` }, credentials);
      const problems = request ? [] : [`${file}: the error does not name the request`];
      return { requests: request ? [request] : [], problems, credentials: credentials.values };
    },
  };
}

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
  const json = literal
    ?.replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false')
    .replace(/\bNone\b/g, 'null');
  if (json === undefined) return undefined;
  return jsonOf(json) === undefined ? json.replaceAll("'", '"') : json;
}
