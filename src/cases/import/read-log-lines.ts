import { type FoundRequest, type Importer, plainUrl, type ReadInput } from './found-request.js';

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
const LONGEST_LINE = 2 ** 20;

function readLogLines(text: string, file: string): ReadInput {
  const problems: string[] = [];
  const requests = text.split(/\r?\n/).flatMap((line, i): FoundRequest[] => {
    const place = `${file}, line ${i + 1}`;
    if (line.length > LONGEST_LINE) {
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
    const rest = line.slice(found.index + all.length);
    const status = STATUS.exec(rest);
    const after = status ? rest.slice(status.index + status[0].length) : rest;
    const body = /[{[][\s\S]*[}\]]/.exec(after)?.[0] ?? '';
    const startedMs = Date.parse((TIME.exec(line)?.[0] ?? '').replace(' ', 'T').replace(',', '.'));
    return [
      {
        place,
        method: method.toUpperCase(),
        url: plainUrl(url),
        ...(status && { response: { status: Number(status[1]), headers: {}, body: Buffer.from(body) } }),
        // Without a status, the JSON in the line is what was sent.
        ...(!status && body !== '' && { body: Buffer.from(body), type: 'application/json' }),
        ...(!Number.isNaN(startedMs) && { startedMs }),
      },
    ];
  });
  return { requests, problems };
}
