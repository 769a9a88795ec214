import { type ColumnLine, columnStatuses } from './column-status.js';
import { DOCUMENTED, type Mention, mentionsIn } from './mentions.js';
import { plainLine, withoutNoise } from './plain-line.js';
import { Refusals } from './refusals.js';
import { type Result, resultsIn, statusBehind } from './results.js';

export type Sign = Mention | Result;

/** What looks like a request or its result, in the order of the text. The form of the text has no meaning. */
export interface Signs {
  readonly all: readonly Sign[];
  /** The lines without escapes. */
  readonly lines: readonly string[];
}

/** A heading of a manual can have a status behind a request. */
const HEADING = /^\s{0,3}#{1,6}\s/;
const MAX_LINE = 200_000;
/** A sentence about what can happen, such as that of a manual. */
const HYPOTHETICAL =
  /\b(?:if|when(?:ever)?|should|could|would|might|may|can|in case|e\.g\.|for example|such as|means?|usually|always returns|runbook|documentation|docs say|wenn|falls)\b/i;
/** Marks of a log, a program or a value. */
const RECORDED = /[{}=|\][]|"\s?[:,]|^\s*(?:at\s|\d{4}-|\[)|:\s*\d/;
const ADDRESS = /https?:\/\/\S+/g;
const MIN_WORDS = 3;

/** Whether a line is a sentence, and neither of a log nor of a program. */
export const isSentence = (line: string): boolean => {
  const plain = line.replace(ADDRESS, '');
  return !RECORDED.test(plain) && (plain.match(/(?<=^|\s)\p{L}{2,}(?=[\s,.!?]|$)/gu) ?? []).length >= MIN_WORDS;
};

/** Finds the signs in one pass. */
export function signsIn(text: string): Signs {
  const all: Sign[] = [];
  const refusals = new Refusals();
  const written = text.split(/\r?\n/).map((line) => (line.length > MAX_LINE ? '' : line));
  const lines = written.map(plainLine);
  const columns: ColumnLine[] = [];
  for (const [index, plain] of lines.entries()) {
    if (plain.trim() === '') continue;
    const named = mentionsIn(plain, index);
    const [mention] = named.filter(({ isWeak }) => !isWeak);
    if (mention) refusals.end();
    refusals.add(plain, index);
    if (isHypothetical(plain)) continue;
    const masked = withoutNoise(written[index] ?? '');
    const results = resultsIn(plain, masked, index);
    const mentions = mention || results.length === 0 ? named : named.map((one) => withResult(one, plain));
    if (mention && results.length === 0 && !HEADING.test(plain)) columns.push({ line: index, masked, mention });
    all.push(...mentions, ...results);
  }
  refusals.end();
  const inColumns = columnStatuses(columns);
  const behind = inColumns.length > 0 ? inColumns : columns.flatMap((one) => statusBehind(one.masked, one.mention));
  const found = inOrder([...all, ...refusals.found, ...behind]);
  return { all: withoutOwnHost(found), lines };
}

/** An address beside a result is of its request, unless it is a value in brackets. */
const withResult = (one: Mention, plain: string): Mention =>
  one.isPlatform || DOCUMENTED.test(one.address) || plain.lastIndexOf('{', one.at) >= 0
    ? one
    : { ...one, isWeak: false };

/** Without cut addresses of the server of the platform, which are not requests, and without errors of other servers. */
function withoutOwnHost(signs: readonly Sign[]): Sign[] {
  const hostOf = ({ address }: Mention) => (URL.canParse(address) ? new URL(address).host : '');
  const own = new Set(signs.flatMap((one) => (one.kind === 'mention' && one.isPlatform ? [hostOf(one)] : [])));
  own.delete('');
  return signs.filter((one) =>
    one.kind === 'result'
      ? own.size === 0 || one.host === undefined || own.has(one.host)
      : one.isPlatform || !own.has(hostOf(one)),
  );
}

/** Whether a line is about what can happen, and not about what happened. */
export const isHypothetical = (plain: string): boolean =>
  HYPOTHETICAL.test(plain) && !RECORDED.test(plain.replace(ADDRESS, ''));

const inOrder = (signs: readonly Sign[]): Sign[] =>
  [...signs].sort((one, other) => one.line - other.line || one.at - other.at);
