import { limitText, SIZE_LIMITS } from '../../../util/index.js';
import { type FoundRequest, type Importer, ignoredNote, linesIn, plainUrl, type ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { verbose } from '../read-verbose.js';
import { type CurlOption, curlOptions } from './options.js';
import { type ResultBelow, resultBelow } from './result-below.js';
import { commandLine, looksLikeCmd, OpenQuote, type ShellCommand } from './words.js';

/** Reads curl commands as browsers, Postman, documentation and people write them. */
export const curl: Importer = {
  name: 'curl',
  title: 'curl commands',
  summary: 'curl commands, quoted for bash or for the Windows prompt',
  isPasted: true,
  accepts: (text) => /(?:^|[\s;&|`$(>])curl(?:\.exe)?[\s^\\]/.test(text),
  read: readCurl,
};

const { curl: LIMIT } = SIZE_LIMITS;

function readCurl(text: string, file: string): ReadInput {
  if (text.length > LIMIT.max) return { requests: [], problems: [`${file} has more than ${limitText(LIMIT)}`] };
  const requests: FoundRequest[] = [];
  const problems: string[] = [];
  const credentials = new LeftOutCredentials();
  const { parts, before } = commandParts(text);
  let ignored = before;
  for (const part of parts) {
    const place = `${file}, line ${part.line}`;
    try {
      const { commands, end } = commandLine(part.text, looksLikeCmd(part.text) ? 'cmd' : 'bash');
      const { own, rest } = firstExchange(part.text.slice(end));
      const { ignored: unused, ...result } = resultBelow(own);
      const linesBefore = part.line - 1 + part.text.slice(0, end).split('\n').length - 1 + own.split('\n').length - 1;
      const more = rest === '' ? undefined : verbose.read('\n'.repeat(linesBefore) + rest, file);
      ignored += unused;
      for (const { words, input } of commands) {
        const at = words.findIndex((word) => /(?:^|[/\\])curl(?:\.exe)?$/i.test(word));
        if (at < 0) continue;
        const options = curlOptions(words.slice(at + 1));
        requests.push(...requestsOf(options, { place, result, credentials, ...(input && { input }) }));
      }
      requests.push(...(more?.requests ?? []));
    } catch (error) {
      const why =
        error instanceof OpenQuote ? `${error.message}. Is the command incomplete?` : (error as Error).message;
      problems.push(`${place}: ${why}`);
    }
  }
  if (requests.length > 0) problems.push(...ignoredNote(file, ignored));
  return { requests, problems, credentials: credentials.values };
}

/** With `-L`, curl prints a second exchange after a redirection. */
function firstExchange(text: string): { readonly own: string; readonly rest: string } {
  const [, second] = [...text.matchAll(/^> [A-Z]+ \S+ HTTP\/[\d.]+[ \t\r]*$/gm)];
  return second ? { own: text.slice(0, second.index), rest: text.slice(second.index) } : { own: text, rest: '' };
}

interface CommandPart {
  readonly text: string;
  readonly line: number;
}

/** The prompts of shells: `$ `, `ann@host:~$ `, `[ann@host ~]# `, `(env) % `, `PS C:\\> `, and the `+ ` of `set -x`. */
const PROMPT =
  '(?:\\([\\w.-]{1,40}\\)[ \\t]+)?(?:\\[?[\\w.-]{1,40}@[\\w.-]{1,80}[^$#%>❯\\n]{0,120})?[$>%#❯➜][ \\t]+|\\++[ \\t]+|PS [^>\\n]*>\\s*|[A-Z]:[^>\\n]*>\\s*';
/** A prompt or a variable may be before `curl`: `$ curl`, `TOKEN=x curl`. So may the command that makes its input. */
const START = new RegExp(
  `^[ \\t]*(?:${PROMPT}|(?:time|sudo|exec)\\s+|\\w+=\\S*\\s+|(?:echo|printf|cat)\\s[^\\n|]*\\|\\s*)*curl(?:\\.exe)?(?=[\\s^\\\\])`,
);
const PROMPTS = new RegExp(`^[ \\t]*(?:${PROMPT})+`);

/** A command in a sentence, as code of Markdown. */
const INLINE = /`(curl(?:\.exe)?\s[^`]+)`/;

/** Splits a text into parts that each begin with a command on a separate line. Counts the lines before the first. */
function commandParts(text: string): { readonly parts: readonly CommandPart[]; readonly before: number } {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  const parts: { line: number; lines: string[] }[] = [];
  for (const [i, line] of lines.entries()) {
    const isMarkdown = /^\s*(?:```|~~~)/.test(line);
    const isStart = START.test(line);
    const inline = isStart ? undefined : INLINE.exec(line)?.[1];
    if (inline !== undefined) parts.push({ line: i + 1, lines: [inline] });
    else if (isStart || (parts.length === 0 && /\bcurl(?:\.exe)?\s/.test(line)))
      parts.push({ line: i + 1, lines: [line.replace(PROMPTS, '')] });
    else if (!isMarkdown) parts.at(-1)?.lines.push(line);
  }
  const before = linesIn(lines.slice(0, (parts[0]?.line ?? 1) - 1).join('\n'));
  return { parts: parts.map(({ line, lines: own }) => ({ line, text: own.join('\n') })), before };
}

interface Draft {
  method: string | undefined;
  urls: string[];
  headers: Map<string, string>;
  data: string[];
  json: string[];
  form: string[];
  query: string[];
  isGet: boolean;
  isHead: boolean;
  problems: string[];
  readonly credentials: LeftOutCredentials;
  readonly input: ShellCommand['input'];
}

/** What each option of curl does to the request. Options that are not listed change only the transfer. */
const EFFECTS: Readonly<Record<string, (draft: Draft, value: string) => void>> = {
  url: (draft, value) => draft.urls.push(value),
  request: (draft, value) => (draft.method = value.toUpperCase()),
  get: (draft) => (draft.isGet = true),
  head: (draft) => (draft.isHead = true),
  header(draft, value) {
    const [, name, text] = /^([^:;]+)[:;]\s*(.*)$/s.exec(value) ?? [];
    if (name === undefined || text === undefined) return;
    draft.headers.set(name.trim().toLowerCase(), text.trim());
    draft.credentials.header(name.trim(), text.trim());
  },
  user: ({ credentials }, value) => credentials.login(value),
  'proxy-user': ({ credentials }, value) => credentials.login(value),
  'oauth2-bearer': ({ credentials }, value) => credentials.header('authorization', value),
  data: (draft, value) => draft.data.push(fromFile(draft, value)?.replace(/[\r\n]/g, '') ?? value),
  'data-ascii': (draft, value) => draft.data.push(fromFile(draft, value)?.replace(/[\r\n]/g, '') ?? value),
  'data-raw': (draft, value) => draft.data.push(value),
  'data-binary': (draft, value) => draft.data.push(fromFile(draft, value) ?? value),
  'data-urlencode': (draft, value) => draft.data.push(urlEncoded(draft, value)),
  json: (draft, value) => draft.json.push(fromFile(draft, value) ?? value),
  form: (draft, value) => draft.form.push(value),
  'form-string': (draft, value) => draft.form.push(value),
  'url-query': (draft, value) => draft.query.push(value.startsWith('+') ? value.slice(1) : urlEncoded(draft, value)),
  'upload-file'(draft, value) {
    draft.method ??= 'PUT';
    draft.data.push(fromFile(draft, `@${value}`) ?? '');
  },
};

/** `@file` names a file of the person who wrote the command. It is never read. `@-` is the input of the command. */
function fromFile({ input, problems }: Draft, value: string): string | undefined {
  if (!value.startsWith('@')) return undefined;
  if (value !== '@-' && value !== '@.') problems.push(`the body is in the file ${value.slice(1)}, which was not read`);
  else if (!input) problems.push('the body comes from the input of the command, which is not known');
  else if ('text' in input) return input.text;
  else problems.push(`the body comes from ${input.from}, which was not ${input.isFile ? 'read' : 'run'}`);
  return '';
}

/** `name=text`, `=text`, `text` or `name@file`: only the text is encoded. */
function urlEncoded(draft: Draft, value: string): string {
  const [, name = '', sign, text = ''] = /^([^=@]*)([=@])(.*)$/s.exec(value) ?? ['', '', '', value];
  if (sign === '@') {
    return `${name === '' ? '' : `${name}=`}${escaped(fromFile(draft, `@${text}`) ?? '')}`;
  }
  return `${name === '' ? '' : `${name}=`}${escaped(text)}`;
}

/** Encodes a text as curl does. */
const escaped = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');

interface Command {
  readonly place: string;
  readonly result: Omit<ResultBelow, 'ignored'>;
  readonly credentials: LeftOutCredentials;
  readonly input?: NonNullable<ShellCommand['input']>;
}

/** Each URL of a command is a request with the same options, up to `--next`. */
function requestsOf(options: readonly CurlOption[], command: Command): FoundRequest[] {
  const groups: CurlOption[][] = [[]];
  for (const option of options) {
    if (option.name === 'next') groups.push([]);
    else groups.at(-1)?.push(option);
  }
  const requests = groups.flatMap((group) => requestsOfGroup(group, command));
  const [first] = requests;
  if (!first) throw new Error('the command has no URL');
  const { problems = [], ...result } = command.result;
  const isKnown = requests.length === 1 || Object.keys(result).length === 0;
  // The JSON below `-d @body.json` can be the contents of the file.
  if (result.response?.isSuccess && first.problems) return [first, ...requests.slice(1)];
  const all = isKnown ? problems : [`the result below belongs to one of ${requests.length} URLs, and was not imported`];
  const noted = all.length > 0 && { problems: [...(first.problems ?? []), ...all] };
  return [{ ...first, ...(isKnown && result), ...noted }, ...requests.slice(1)];
}

function requestsOfGroup(options: readonly CurlOption[], { place, credentials, input }: Command): FoundRequest[] {
  const draft: Draft = {
    method: undefined,
    urls: [],
    headers: new Map(),
    data: [],
    json: [],
    form: [],
    query: [],
    isGet: false,
    isHead: false,
    problems: [],
    credentials,
    input,
  };
  for (const { name, value } of options) EFFECTS[name]?.(draft, value);
  const { text, type } = bodyOf(draft);
  const inQuery = draft.isGet ? [text, ...draft.query] : draft.query;
  const hasBody = !draft.isGet && (text !== '' || draft.data.length + draft.json.length + draft.form.length > 0);
  return urlsOf(draft).map((url, index) => ({
    place,
    method: draft.method ?? (draft.isHead ? 'HEAD' : hasBody ? 'POST' : 'GET'),
    url: withQuery(url, inQuery.filter((one) => one !== '').join('&')),
    ...(hasBody && text !== '' && { body: Buffer.from(text), type: draft.headers.get('content-type') ?? type }),
    ...(index === 0 && draft.problems.length > 0 && { problems: draft.problems }),
  }));
}

/** A word that is not a URL, such as a placeholder with a space, is reported if another one is a URL. */
function urlsOf({ urls, problems, credentials }: Draft): string[] {
  const refused: Error[] = [];
  const found = urls.flatMap((address) => {
    try {
      return [urlOf(address, credentials)];
    } catch (error) {
      refused.push(error as Error);
      return [];
    }
  });
  if (found.length === 0 && refused[0]) throw refused[0];
  problems.push(...refused.map(({ message }) => message));
  return found;
}

function bodyOf({ data, json, form, problems }: Draft): { text: string; type: string } {
  if (json.length > 0) return { text: json.join(''), type: 'application/json' };
  if (form.length > 0) {
    // `@` and `<` name files, which are not read.
    const fields = form.map((one): [string, string] => {
      const [, name = one, value = ''] = /^([^=]*)=(.*)$/s.exec(one) ?? [];
      return [name, /^[@<]/.test(value) ? '' : value.replace(/;type=[^;]*$/, '')];
    });
    problems.push('the multipart body was imported as a plain form');
    return { text: new URLSearchParams(fields).toString(), type: 'application/x-www-form-urlencoded' };
  }
  return { text: data.join('&'), type: 'application/x-www-form-urlencoded' };
}

/** curl assumes http for an address without a scheme. A variable such as `$HOST` becomes a placeholder host. */
function urlOf(address: string, credentials: LeftOutCredentials): string {
  const named = address.replace(/^(?:\$\{?(\w+)\}?|%(\w+)%|\{\{\s*(\w+)\s*\}\})(?=[/:?]|$)/, (_, ...names) => {
    const name = String(names.find((one) => typeof one === 'string') ?? 'host');
    return `https://${name.toLowerCase().replaceAll('_', '-')}.invalid`;
  });
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`;
  const inHost = whole.replace(/^(https?:\/\/(?:[^/@]*@)?)([^/?#]*)/i, (_, start: string, host: string) => {
    const plain = host.replace(/\$?\{?\{\s*([\w-]+)\s*\}\}?|\$(\w+)|%(\w+)%|<([\w-]+)>/g, (__, ...names) =>
      String(names.find((one) => typeof one === 'string') ?? 'x')
        .toLowerCase()
        .replaceAll('_', '-'),
    );
    return start + plain;
  });
  if (!URL.canParse(inHost) || !/^https?:/i.test(inHost))
    throw new Error(`${address.slice(0, 200)} is not an http or https URL`);
  credentials.address(inHost);
  return plainUrl(inHost);
}

const withQuery = (url: string, query: string): string =>
  query === '' ? url : new URL(`${url}${url.includes('?') ? '&' : '?'}${query}`).href;
