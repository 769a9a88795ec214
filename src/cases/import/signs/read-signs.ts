import { methodsAt } from '../../../client/index.js';
import { requestOf } from '../draft-request.js';
import type { FoundRequest, Importer, ReadInput } from '../found-request.js';
import { LeftOutCredentials } from '../left-out-credentials.js';
import { timeIn } from '../logs/log-forms.js';
import { bodiesOf } from './bodies.js';
import { methodIn } from './mentions.js';
import { isSameRequest, type Pair, pairSigns } from './pair-signs.js';
import { signsIn } from './signs-in.js';

/** Reads the requests of a text in no known form, by the signs of requests and results in it. */
export const anyText: Importer = {
  name: 'signs',
  title: 'a text with requests and results',
  summary: 'any text in which a request of the platform and its result are recognizable',
  accepts(text, file) {
    const { read, isIncomplete } = readSigns(text, file);
    return (read.requests.length > 0 || isIncomplete) && read;
  },
  read: (text, file) => readSigns(text, file).read,
};

function readSigns(text: string, file: string): { readonly read: ReadInput; readonly isIncomplete: boolean } {
  const { all, lines } = signsIn(text);
  const { pairs, open } = pairSigns({ all, lines });
  const own = distinctPairs(pairs, lines);
  const { requests, credentials } = requestsOf(own, { text, lines, file });
  const isNamed = all.some((one) => one.kind === 'mention' && one.isPlatform && !one.isWeak);
  return {
    read: { requests: requests.flatMap((one) => one ?? []), problems: [], credentials },
    // A request and a failure that were not joined are worth an explanation too.
    isIncomplete:
      isNamed &&
      [...open, ...own.filter((_, i) => !requests[i])].some(
        ({ status = 0, refusal }) => refusal !== undefined || status >= 400,
      ),
  };
}

interface Source {
  readonly text: string;
  readonly lines: readonly string[];
  readonly file: string;
}

/** The requests of pairs. `undefined` for a pair without a method. */
export function requestsOf(
  pairs: readonly Pair[],
  { text, lines, file }: Source,
): { readonly requests: readonly (FoundRequest | undefined)[]; readonly credentials: readonly string[] } {
  const credentials = new LeftOutCredentials();
  const written = text.split(/\r?\n/);
  const requests = pairs.map((pair, index): FoundRequest | undefined => {
    const { mention, status, error, firstLine, isJoined } = pair;
    const below = Math.min(pairs[index + 1]?.firstLine ?? lines.length, pair.lastLine + MAX_BELOW);
    const first = startOf(firstLine, lines);
    const last = Math.min(Math.max(pair.lastLine + 1, below), first + MAX_LINES);
    const region = lines.slice(first, last).join('\n');
    const method =
      mention.method ??
      methodNear(
        mention.path,
        lines.slice(Math.max(pairs[index - 1]?.lastLine ?? -1, first - MAX_ABOVE - 1) + 1, pair.lastLine + 1),
      );
    if (method === undefined || (status === undefined && error === undefined)) return undefined;
    const own = { ...pair, mention: { ...mention, method } };
    const { sent, received, query } = bodiesOf(own, written.slice(first, last).join('\n'));
    const address = addressOf(mention.address, region) + (query === undefined ? '' : `?${query}`);
    const request = requestOf(
      {
        ...{ place: `${file}, line ${mention.line + 1}`, method, address, sent, status, received, error },
        startedMs: timeIn(lines[mention.line] ?? ''),
      },
      credentials,
    );
    return request && { ...request, isLogged: true, ...(isJoined && { isJoined }) };
  });
  return { requests, credentials: credentials.values };
}

/** How many lines above an address its method can be. */
const MAX_ABOVE = 3;
/** How many lines a request and its result can have. */
const MAX_LINES = 400;

/** The line with the bracket of the record that begins with this line. */
function startOf(line: number, lines: readonly string[]): number {
  let start = line;
  while (start > 0 && line - start < 3 && /[{[]\s*$/.test(lines[start - 1] ?? '')) start--;
  return start;
}

/** The method that the lines of a pair name, if the path has it. */
function methodNear(path: string, lines: readonly string[]): string | undefined {
  const found = methodIn(lines.slice(0, MAX_LINES).join('\n').slice(0, MAX_LOOK));
  const known = methodsAt(path.slice(path.indexOf('/api/')));
  return found !== undefined && (known.length === 0 || known.includes(found)) ? found : undefined;
}

/** How many lines behind a result its body can be. */
const MAX_BELOW = 40;
const MAX_LOOK = 20_000;

/** A path with the only host that its part of the text names. */
function addressOf(address: string, region: string): string {
  if (!address.startsWith('/')) return address;
  const host = /\bhost["']?\s{0,3}(?:=>|[:=])\s{0,3}["']?([\w-]+(?:\.[\w-]+)+(?::\d+)?)/i.exec(region)?.[1];
  return host === undefined ? address : `https://${host}${address}`;
}

/** An attempt of a proxy that it repeats itself is a part of the request. */
const REPEATED = /\bwill_?retry["']?\s?[:=]\s?true\b/i;

/** A second report of a failure, with other words around the same request and status, is not a second request. */
export function distinctPairs(all: readonly Pair[], lines: readonly string[]): Pair[] {
  const pairs = all.filter(
    ({ mention }, i) =>
      !REPEATED.test(lines[mention.line] ?? '') ||
      !all.slice(i + 1, i + 1 + NEAR).some((one) => isSameRequest(one.mention, mention)),
  );
  const kept: Pair[] = [];
  for (const pair of pairs) {
    const last = kept.at(-1);
    const isReport =
      last !== undefined &&
      (pair.status === undefined || pair.status >= 400) &&
      isSameRequest(last.mention, pair.mention) &&
      last.status === pair.status &&
      (pair.error === undefined) === (last.error === undefined) &&
      shapeOf(last, lines) !== shapeOf(pair, lines);
    if (!isReport) kept.push(pair);
    else if (last.refusal === undefined) last.refusal = pair.refusal;
  }
  return kept;
}

const NEAR = 5;

/** The words around the request. */
const shapeOf = ({ mention, firstLine, lastLine }: Pair, lines: readonly string[]): string => {
  const line = lines[mention.line] ?? '';
  const around = `${line.slice(Math.max(0, mention.at - 80), mention.at)} ${line.slice(mention.end, mention.end + 80)}`;
  return `${lastLine === firstLine} ${around.replace(/[^A-Za-z]+/g, ' ')}`;
};
