import { jsonOf } from '../../../util/index.js';
import { resultBelow } from '../curl/result-below.js';
import { requestOf } from '../draft-request.js';
import type { FoundRequest, Importer, ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';

const COMMAND = /\b(?:Invoke-RestMethod|Invoke-WebRequest|irm|iwr)\b(?!\s*:\s)(?=[^\n]*\s-)/i;

/** Reads commands of PowerShell, with the error that it prints below. Nothing is run. */
export const powershell: Importer = {
  name: 'powershell',
  title: 'PowerShell commands',
  summary: 'Invoke-RestMethod and Invoke-WebRequest of PowerShell',
  isPasted: true,
  accepts: (text) => text.split('\n').some((line) => isCommand(line)),
  read(text, file): ReadInput {
    const credentials = new LeftOutCredentials();
    const problems: string[] = [];
    // A backquote at the end continues a line.
    const lines = text.replace(/`\r?\n\s*/g, ' ').split(/\r?\n/);
    const variables = new Map<string, string>();
    const requests: FoundRequest[] = [];
    for (const [i, line] of lines.entries()) {
      const [, name, value] = /^(?:PS [^>]*>\s*)?\$(\w+)\s*=\s*(.+)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) variables.set(name.toLowerCase(), value);
      if (!isCommand(line)) continue;
      const next = lines.findIndex((one, k) => k > i && isCommand(one));
      const below = lines.slice(i + 1, next < 0 ? undefined : next);
      const place = `${file}, line ${i + 1}`;
      const body = bodyOf(optionIn(line, 'Body'), variables);
      const type = unquoted(optionIn(line, 'ContentType'));
      const request = requestOf(
        {
          place,
          method: unquoted(optionIn(line, 'Method')) ?? 'GET',
          address: addressOf(optionIn(line, 'Uri'), variables) ?? /["']?(https?:\/\/[^\s"']+)/.exec(line)?.[1] ?? '',
          // Without a content type, PowerShell sends a text and a table as a form.
          type: type ?? 'application/x-www-form-urlencoded',
          sent: body,
          ...responseIn(below),
        },
        credentials,
      );
      if (request) requests.push(withResultBelow(request, below));
      else problems.push(`${place}: the address of this command is not a literal`);
    }
    return { requests, problems, credentials: credentials.values };
  },
};

/** The response as other tools print it: a status line with headers, or only JSON. */
function withResultBelow(request: FoundRequest, below: readonly string[]): FoundRequest {
  if (request.response || request.fault) return request;
  const { ignored: _, ...result } = resultBelow(below.filter((line) => !/^PS [^>]*>\s*$/.test(line)).join('\n'));
  // The error has the body, and a later line has the status.
  const { received } = responseIn(below);
  const { response } = result;
  if (!response || response.body.length > 0 || received === undefined) return { ...request, ...result };
  return { ...request, ...result, response: { ...response, body: Buffer.from(received) } };
}

/** PowerShell repeats a failed command after a plus sign. */
const isCommand = (line: string): boolean => COMMAND.test(line) && !/^\s*(?:\+|~+ |Invoke-\w+ ?: )/.test(line);

/** The word after an option: in quotes, a table, in brackets, or up to the next blank. */
function optionIn(line: string, name: string): string | undefined {
  const pattern = new RegExp(
    `\\s-${name}[:\\s]\\s*("(?:[^"\`]|\`.|"")*"|'(?:[^']|'')*'|@\\{[^}]*\\}|\\([^)]*\\)|\\S+)`,
    'i',
  );
  return pattern.exec(line)?.[1];
}

function unquoted(word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  if (word.startsWith("'")) return word.slice(1, -1).replaceAll("''", "'");
  return word.startsWith('"') ? word.slice(1, -1).replace(/`(.)|"(")/g, '$1$2') : word;
}

/** The address in the option, or in the variable that the option names. Variables in the text stay unknown. */
function addressOf(word: string | undefined, variables: ReadonlyMap<string, string>): string | undefined {
  const [, name] = /^["']?\$(\w+)["']?$/.exec(word ?? '') ?? [];
  const value = name === undefined ? undefined : variables.get(name.toLowerCase())?.trim();
  return value !== undefined && /^(?:"https?:\/\/[^"$`]*"|'https?:\/\/[^']*')$/.test(value)
    ? unquoted(value)
    : unquoted(word);
}

function bodyOf(word: string | undefined, variables: ReadonlyMap<string, string>): string | undefined {
  if (word === undefined) return undefined;
  const source = /^\$\w+$/.test(word) ? (variables.get(word.slice(1).toLowerCase()) ?? '') : word;
  const start = source.indexOf('@{');
  const end = start < 0 ? -1 : source.indexOf('}', start);
  const table = end < 0 ? undefined : source.slice(start, end + 1);
  if (table === undefined) return unquoted(source.replace(/^\(|\)$/g, '').trim());
  const fields = [...table.matchAll(/([\w-]+|"[^"]+"|'[^']+')\s*=\s*("[^"]*"|'[^']*'|[^;}\n]+)/g)].map(
    ([, name = '', value = '']): [string, string] => [unquoted(name) ?? '', value.trim()],
  );
  const plain = fields.map(([name, value]): [string, string] => [name, unquoted(value) ?? '']);
  if (!/ConvertTo-Json/i.test(source)) return `${new URLSearchParams(plain)}`;
  return JSON.stringify(Object.fromEntries(fields.map(([name, value]) => [name, jsonOf(value) ?? unquoted(value)])));
}

function responseIn(lines: readonly string[]) {
  const text = lines.join('\n');
  const status = Number(
    /error: \((\d{3})\)|StatusCode\s*:\s*(\d{3})|Response status code does not indicate success: (\d{3})/
      .exec(text)
      ?.slice(1)
      .find((one) => one !== undefined),
  );
  const body = lines
    .map((line) => line.trimEnd())
    .flatMap((line) => (line.endsWith('}') && line.includes('{') ? line.slice(line.indexOf('{')) : []))
    .find((one) => jsonOf(one) !== undefined);
  // The properties of the result are printed only for a success.
  const isDone = Number.isNaN(status) && lines.some((line) => /^\w+\s+: /.test(line));
  return {
    ...(status >= 100 && { status }),
    ...(isDone && { status: 200 }),
    ...(body !== undefined && { received: body }),
  };
}
