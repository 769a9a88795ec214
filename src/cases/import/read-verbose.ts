import { requestOf } from './draft-request.js';
import {
  type FoundRequest,
  headerIn,
  type Importer,
  ignoredBelow,
  linesIn,
  pastedResponse,
  type ReadInput,
} from './found-request.js';
import { leadingJson } from './json-spans.js';
import { LeftOutCredentials } from './left-out-credentials.js';

const REQUEST = /^> (GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (\S+) HTTP\/[\d.]+\s*$/;
const STATUS = /^< HTTP\/[\d.]+ (\d{3})\b/;
/** What curl prints about the connection and the amount of data. */
const ABOUT = /^(?:\*(?: |$)|[{}] \[\d+ bytes data\])/;
/** What a shell prints before the next command, whose output is of another request: `(venv) ann@build:~/app$ http …`. */
const PROMPT =
  /^(?:\([\w.-]{1,30}\) )?(?:\$ |PS [A-Z]:\\[^>\n]{0,200}> ?|\[?[\w.-]{1,40}@[\w.-]{1,60}[: ][^\s$#%]{0,120}[$#%] )(?=\S)/;

/** Reads what `curl -v` prints, without the command: the request behind `>`, the response behind `<`. */
export const verbose: Importer = {
  name: 'verbose',
  title: 'the output of curl -v',
  summary: 'what curl -v prints',
  isPasted: true,
  accepts: (text) => text.split(/\r?\n/, 5000).some((line) => REQUEST.test(line)),
  read(text, file): ReadInput {
    const credentials = new LeftOutCredentials();
    const lines = text.split(/\r?\n/);
    const scheme = /^\* .*\bport 80\b/m.test(text) ? 'http' : 'https';
    const placeOf = (index: number) => `${file}, line ${index + 1}`;
    const requests = exchangesIn(lines, { scheme, credentials, placeOf });
    return { requests, problems: [], credentials: credentials.values };
  },
};

/** The exchanges in lines such as those of `curl -v`. */
export function exchangesIn(
  lines: readonly string[],
  { placeOf, ...context }: Omit<Context, 'place'> & { readonly placeOf: (index: number) => string },
): FoundRequest[] {
  const starts = lines.flatMap((line, i) => (REQUEST.test(line) ? [i] : []));
  return starts.flatMap((start, i) => {
    const below = lines.slice(start, starts[i + 1]);
    const end = below.findIndex((line) => PROMPT.test(line));
    const exchange = below.slice(0, end < 0 ? undefined : end).filter((line) => !ABOUT.test(line));
    return exchangeIn(exchange, { ...context, place: placeOf(start) });
  });
}

interface Context {
  readonly place: string;
  readonly scheme: string;
  readonly credentials: LeftOutCredentials;
}

function exchangeIn(lines: readonly string[], { place, scheme, credentials }: Context): FoundRequest[] {
  const [, method = '', path = ''] = REQUEST.exec(lines[0] ?? '') ?? [];
  const end = lines.findIndex((line, i) => i > 0 && !line.startsWith('>'));
  const head = lines.slice(1, end < 0 ? undefined : end).map((line) => headerIn(line.slice(1).trim()));
  const headers = Object.fromEntries(head.flatMap((one) => (one ? [one] : [])));
  for (const [name, value] of Object.entries(headers)) credentials.header(name, value);
  // A status of 1xx is not the response. Of several statuses, the last one is.
  const status = lines.findLastIndex((line) => STATUS.test(line));
  const below = end < 0 ? [] : lines.slice(end, firstStatus(lines));
  const sent = sentBody(below.filter((line) => line.trim() !== '').join('\n'), headers);
  const address = path.startsWith('/') ? `${scheme}://${headers.host ?? 'host.invalid'}${path}` : path;
  const request = requestOf({ place, method, address, type: headers['content-type'], sent: sent.body }, credentials);
  if (!request) return [];
  if (status < 0) return [{ ...request, ...ignoredBelow(sent.ignored) }];
  const received = lines.slice(status + 1).map((line) => line.replace(/^<[ ]?/, ''));
  const { response, ignored } = pastedResponse(Number(STATUS.exec(lines[status] ?? '')?.[1]), received);
  return [{ ...request, response, ...ignoredBelow(ignored + sent.ignored) }];
}

/**
 * The body of a request, without the lines that another program printed below it: JSON, as many bytes as the head
 * declares, or all of the text.
 */
function sentBody(text: string, headers: Readonly<Record<string, string>>): { body: string; ignored: number } {
  const length = Number(headers['content-length'] ?? Number.NaN);
  const bytes = Buffer.from(text);
  const isEnd = length > 0 && length <= bytes.length && (length === bytes.length || bytes[length] === LINE_END);
  const declared = isEnd ? bytes.subarray(0, length).toString('utf8') : undefined;
  const [line = ''] = text.split('\n', 1);
  // A form has no line ends.
  const form = headers['content-type']?.includes('form-urlencoded') && /^[^\s=]+=\S*$/.test(line) ? line : undefined;
  const body = leadingJson(text) ?? declared ?? form ?? text;
  return { body, ignored: linesIn(text.slice(body.length)) };
}

const LINE_END = 10;

const firstStatus = (lines: readonly string[]): number | undefined => {
  const index = lines.findIndex((line) => STATUS.test(line));
  return index < 0 ? undefined : index;
};
