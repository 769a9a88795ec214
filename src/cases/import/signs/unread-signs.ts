import { groupBy } from '../../../util/index.js';
import type { ReadInput } from '../found-request.js';
import { MAX_UNREAD_LINES, quoted, type UnreadLine } from '../unread-results.js';
import type { Mention } from './mentions.js';
import type { Result } from './results.js';
import { isSentence, type Signs } from './signs-in.js';

interface Context {
  readonly read: ReadInput;
  readonly signs: Signs;
  readonly file: string;
}

/** The failures among the results that no request that was read has. */
export function unreadIn(open: readonly Result[], { read, signs, file }: Context): UnreadLine[] {
  const statuses = new Set(read.requests.flatMap(({ response }) => (response ? [response.status] : [])));
  const hasFault = read.requests.some(({ fault }) => fault !== undefined);
  const isAnswered = statuses.size > 0;
  let bodies: string | undefined;
  const isRead = (message: string): boolean => {
    bodies ??= squeezed(
      read.requests.flatMap(({ response, body }) => [textOf(response?.body), textOf(body)]).join('\n'),
    );
    return bodies.includes(squeezed(message));
  };
  const mentions = signs.all.filter((one): one is Mention => one.kind === 'mention');
  const byLine = groupBy(mentions, ({ line }) => line);
  const named = mentions.filter(({ isPlatform, isWeak }) => isPlatform && !isWeak);
  const seen = new Set<number>();
  return open.flatMap((one): UnreadLine[] => {
    const { line, status, error, refusal } = one;
    const isFailure = refusal !== undefined || error !== undefined || (status ?? 0) >= 400;
    if (!isFailure || seen.has(line)) return [];
    if (refusal ? isRead(refusal.message ?? '') : error !== undefined ? hasFault : statuses.has(status ?? 0)) return [];
    const around = byLine.get(line) ?? [line - 1, line + 1].flatMap((at) => byLine.get(at) ?? []);
    const isOther = around.length > 0 && !around.some(({ isPlatform }) => isPlatform);
    const isSaid = isAnswered && !byLine.has(line) && isSentence(signs.lines[line] ?? '');
    if (!refusal && (isOther || isSaid)) return [];
    seen.add(line);
    return [
      {
        place: `${file}, line ${line + 1}`,
        text: quoted(signs.lines[line] ?? '', one.at),
        near: seen.size > MAX_UNREAD_LINES ? [] : nearest(named, line),
        ...(status !== undefined && { status }),
        ...(refusal?.code !== undefined && { code: refusal.code }),
        ...(refusal?.field !== undefined && { field: refusal.field }),
        ...((refusal?.message ?? error) !== undefined && { message: refusal?.message ?? error }),
      },
    ];
  });
}

const MAX_NEAR = 3;

/** The requests of the platform next to a line. The mentions are in the order of the text. */
function nearest(mentions: readonly Mention[], line: number): string[] {
  const sorted = mentions.toSorted((one, other) => Math.abs(one.line - line) - Math.abs(other.line - line));
  return [...new Set(sorted.map(({ method, address }) => `${method ?? 'a request to'} ${address}`))].slice(0, MAX_NEAR);
}

const textOf = (bytes: Uint8Array | undefined): string => (bytes ? Buffer.from(bytes).toString('utf8') : '');

/** A log can escape JSON, or print it with other spaces. */
const squeezed = (text: string): string => text.replace(/[\s\\]+/g, '');
