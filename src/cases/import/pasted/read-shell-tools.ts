import { jsonOf } from '../../../util/index.js';
import { commandLine, OpenQuote } from '../curl/words.js';
import { type DraftRequest, requestOf } from '../draft-request.js';
import type { FoundRequest, Importer, ReadInput } from '../found-request.js';
import { leadingJson } from '../json-spans.js';
import { LeftOutCredentials } from '../left-out-credentials.js';

/** `$ `, `PS C:\\> ` or `user@host:~$ `. */
const PROMPT =
  '(?:\\([\\w.-]{1,30}\\)\\s+)?(?:[$>%#]\\s+|\\[?[\\w.-]{1,40}@[\\w.-]{1,60}[: ][^\\s$#%\\]]{0,80}\\]?[$#%]\\s+)';
/** A line of a load balancer begins with the protocol and a time: `https 2026-03-02T12:00:03Z …`. */
const START = new RegExp(`^[ \\t]*${PROMPT}?(wget|https?)\\s+(?=\\S)(?!\\d{4}-\\d\\d-\\d\\dT)`);
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

/** Reads commands of wget and HTTPie, with the response that they print below. Nothing is run. */
export const shellTools: Importer = {
  name: 'shell',
  title: 'commands of wget or HTTPie',
  summary: 'commands of wget and HTTPie',
  isPasted: true,
  accepts: (text) => text.split('\n', 2000).some((line) => START.test(line) && /https?:\/\/|:\d|\/api\//.test(line)),
  read(text, file): ReadInput {
    const credentials = new LeftOutCredentials();
    const problems: string[] = [];
    const requests: FoundRequest[] = [];
    const lines = text.split('\n');
    const starts = lines.flatMap((line, i) => (START.test(line) ? [i] : []));
    for (const [i, start] of starts.entries()) {
      const place = `${file}, line ${start + 1}`;
      const part = lines
        .slice(start, starts[i + 1])
        .join('\n')
        .replace(new RegExp(`^[ \\t]*${PROMPT}`), '');
      try {
        const { commands, end } = commandLine(part, 'bash');
        const [tool = '', ...words] = commands[0]?.words ?? [];
        const draft = tool === 'wget' ? wgetDraft(words, credentials) : httpieDraft(words, tool, credentials);
        const request = requestOf({ ...draft, ...responseIn(part.slice(end)), place }, credentials);
        const isExpected = tool === 'wget' && isFollowed(request, part.slice(end));
        if (request)
          requests.push(...withChallenge(isExpected ? { ...request, isExpected } : request, part.slice(end)));
        else problems.push(`${place}: the command has no URL`);
      } catch (error) {
        if (!(error instanceof OpenQuote)) throw error;
        problems.push(`${place}: ${error.message}. Is the command incomplete?`);
      }
    }
    return { requests, problems, credentials: credentials.values };
  },
};

type Draft = Omit<DraftRequest, 'place'>;

const WGET_VALUES = /^-[OoUPTt]$/;
/** Options whose value can be in the next word. */
const WGET_NAMED =
  /^(?:(?:http-|proxy-)?(?:user|password)|header|(?:post|body)-(?:data|file)|method|output-document|user-agent|timeout|tries)$/;

/** wget sends the text of --post-data as a form, unless a header names another type. */
function wgetDraft(words: readonly string[], credentials: LeftOutCredentials): Draft {
  const options = new Map<string, string>();
  let address = '';
  let type = 'application/x-www-form-urlencoded';
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    const [, name, own] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? [];
    const value = own ?? (name !== undefined && WGET_NAMED.test(name) ? words[++i] : undefined);
    if (name === 'header') {
      const [, header = '', text = ''] = /^([^:]+):\s*(.*)$/s.exec(value ?? '') ?? [];
      if (/^content-type$/i.test(header)) type = text;
      credentials.header(header, text);
    } else if (name !== undefined) options.set(name, value ?? '');
    else if (WGET_VALUES.test(word)) i++;
    else if (!word.startsWith('-')) address = word;
  }
  const password = options.get('password') ?? options.get('http-password');
  if (password !== undefined) credentials.login(`${options.get('user') ?? ''}:${password}`);
  const sent = options.get('post-data') ?? options.get('body-data');
  const method = options.get('method') ?? (sent === undefined ? 'GET' : 'POST');
  return { method, address: withScheme(address, 'http'), sent, type };
}

/** Items of HTTPie: `name=text`, `name:=json`, `name==query` and `Header:value`. */
function httpieDraft(words: readonly string[], tool: string, credentials: LeftOutCredentials): Draft {
  const isForm = words.some((word) => /^(?:--form|-f)$/.test(word));
  const plain: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (/^(?:-a|--auth)$/.test(word)) credentials.login(words[++i] ?? '');
    else if (/^(?:-A|--auth-type|--session|-o|--output|--timeout|--print|-p)$/.test(word)) i++;
    else if (!word.startsWith('-')) plain.push(word);
  }
  const named = METHOD.test(plain[0] ?? '') ? plain.shift() : undefined;
  const address = plain.shift() ?? '';
  const fields: [string, unknown][] = [];
  const query: [string, string][] = [];
  for (const item of plain) {
    const [, name = '', sign = '', value = ''] = /^([^=:]+)(:=|==|=|:)(.*)$/s.exec(item) ?? [];
    if (sign === ':=') fields.push([name, jsonOf(value) ?? value]);
    else if (sign === '==') query.push([name, value]);
    else if (sign === '=') fields.push([name, value]);
    else credentials.header(name, value);
  }
  const url = withScheme(address.replace(/^:(?=\d)/, 'localhost:'), tool === 'https' ? 'https' : 'http');
  const search = query.length > 0 ? `${url.includes('?') ? '&' : '?'}${new URLSearchParams(query)}` : '';
  const form = fields.map(([name, value]): [string, string] => [name, String(value)]);
  return {
    method: named ?? (fields.length > 0 ? 'POST' : 'GET'),
    address: url + search,
    ...(fields.length > 0 && {
      sent: isForm ? `${new URLSearchParams(form)}` : JSON.stringify(Object.fromEntries(fields)),
      type: isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    }),
  };
}

const withScheme = (address: string, scheme: string) =>
  address === '' || /^https?:\/\//.test(address) ? address : `${scheme}://${address}`;

/** wget sends credentials only after the server has asked for them: then it sent the request twice. */
function withChallenge(request: FoundRequest, text: string): FoundRequest[] {
  const isAsked = /awaiting response\.\.\. 401 [^\n]*\r?\nAuthentication selected:/.test(text);
  if (!isAsked || !request.response) return [request];
  return [{ ...request, response: { status: 401, headers: {}, body: Buffer.alloc(0) } }, request];
}

/** wget follows a redirect of a GET by itself, and the last status is that of the file at the new address. */
function isFollowed(request: FoundRequest | undefined, text: string): boolean {
  const last = [...text.matchAll(AWAITED)].at(-1)?.[1] ?? '';
  return request?.method === 'GET' && /^30[1278]$/.test(`${request.response?.status}`) && last.startsWith('2');
}

/** What wget prints without the headers of the response. After a redirect, the first status is that of the command. */
const AWAITED = /awaiting response\.\.\. ([1-5]\d\d)\b/g;

/** The last status line, and the JSON below it. */
function responseIn(text: string): Pick<DraftRequest, 'status' | 'received'> {
  const lines = text.split('\n');
  const index = lines.findLastIndex((line) => /^\s*HTTP\/[\d.]+ \d{3}/.test(line));
  if (index < 0) {
    const status = [...text.matchAll(AWAITED)].at(/\[following\]/.test(text) ? 0 : -1)?.[1];
    return status === undefined ? {} : { status: Number(status) };
  }
  const below = lines.slice(index + 1);
  const start = below.findIndex((line) => /^[{[]/.test(line));
  const body = start < 0 ? undefined : leadingJson(below.slice(start).join('\n').trim());
  const reason = /HTTP\/[\d.]+ \d{3} (.*\S)/.exec(lines[index] ?? '')?.[1];
  const status = Number(/ (\d{3})/.exec(lines[index] ?? '')?.[1]);
  // wget shows only the reason of a failure.
  return { status, received: body ?? (status >= 400 && reason !== undefined ? reason : undefined) };
}
