import { counted } from '../../util/index.js';
import { type FoundRequest, type Importer, plainUrl, type ReadInput } from './found-request.js';
import { jsonIn } from './json-spans.js';
import { LeftOutCredentials } from './left-out-credentials.js';

/** Reads lines such as `2025-06-02T09:00:00Z POST /api/relay/rest/queues 422 {"errors":…}` from any log. */
export const logLines: Importer = {
  name: 'log',
  title: 'log lines',
  summary: 'log lines with a method, a URL or path, and a status',
  accepts: (text) => text.split('\n', 2000).some((line) => LINE.test(line)),
  read: readLogLines,
};

const METHODS = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS';
/** The method and the address anywhere in a line. The quotes are those of the access logs of web servers. */
const LINE = new RegExp(
  `(?:^|[\\s"'\\[(])(${METHODS})\\s+["']?((?:https?://[^\\s"']+|/[^\\s"']*))["']?(?:\\s+HTTP/[\\d.]+)?["']?`,
  'i',
);
const STATUS = /^\D{0,40}?\b([1-5]\d\d)\b/;
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/;
const MAX_LINE_LENGTH = 2 ** 20;

function readLogLines(text: string, file: string): ReadInput {
  const problems: string[] = [];
  const credentials = new LeftOutCredentials();
  const requests = text.split(/\r?\n/).flatMap((line, i): FoundRequest[] => {
    const place = `${file}, line ${i + 1}`;
    if (line.length > MAX_LINE_LENGTH) {
      problems.push(`${place} is longer than 1 MB`);
      return [];
    }
    const found = LINE.exec(line);
    const [all = '', method, address] = found ?? [];
    if (!found || method === undefined || address === undefined) return [];
    const url = address.startsWith('/') ? `https://host.invalid${address}` : address;
    if (!URL.canParse(url)) {
      problems.push(`${place} has a URL that is not valid`);
      return [];
    }
    credentials.address(url);
    const rest = line.slice(found.index + all.length);
    const { status, sent, received } = partsOf(rest);
    const startedMs = Date.parse((TIME.exec(line)?.[0] ?? '').replace(' ', 'T').replace(',', '.'));
    return [
      {
        place,
        method: method.toUpperCase(),
        url: plainUrl(url),
        ...(sent !== '' && { body: Buffer.from(sent), type: 'application/json' }),
        ...(status !== undefined && { response: { status, headers: {}, body: Buffer.from(received) } }),
        ...(!Number.isNaN(startedMs) && { startedMs }),
      },
    ];
  });
  const empty = requests.filter(({ method, body, response }) => /^P/.test(method) && !body && response);
  if (empty.length > 0)
    problems.push(
      `${file}: ${counted(empty.length, 'request')} without a body. A log line can have it before the status`,
    );
  return { requests, problems, credentials: credentials.values };
}

/** The JSON before the status is the request, and so is any JSON without a status. The JSON after it is the response. */
function partsOf(rest: string): { status?: number; sent: string; received: string } {
  const spans = jsonIn(rest);
  // Numbers in the JSON are not a status. One space for each document keeps the words around it apart.
  let outside = '';
  let at = 0;
  const starts: number[] = [];
  for (const { start, end } of spans) {
    outside += `${rest.slice(at, start)} `;
    starts.push(outside.length);
    at = end;
  }
  outside += rest.slice(at);
  const found = STATUS.exec(outside);
  const texts = spans.map(({ start, end }) => rest.slice(start, end));
  if (!found) return { sent: texts[0] ?? incomplete(rest), received: '' };
  const end = found.index + found[0].length;
  const sent = texts.find((_, i) => (starts[i] as number) <= end) ?? '';
  const received = texts.find((_, i) => (starts[i] as number) > end) ?? incomplete(outside.slice(end));
  return { status: Number(found[1]), sent, received };
}

/** Text that looks like JSON but cannot be parsed, for example because the log shortened it. */
function incomplete(text: string): string {
  const start = text.search(/[{[]/);
  return start < 0 ? '' : text.slice(start, Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1);
}
