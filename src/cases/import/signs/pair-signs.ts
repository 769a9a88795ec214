import { faultOf } from '../draft-request.js';
import type { Mention } from './mentions.js';
import type { Refusal, Result } from './results.js';
import type { Sign, Signs } from './signs-in.js';
import { paragraphsOf, type Unit, unitsOf } from './units.js';

/** A request and its result, as the signs of one part of the text have them. */
export interface Pair {
  readonly mention: Mention;
  readonly status: number | undefined;
  readonly error: string | undefined;
  refusal: Refusal | undefined;
  /** The lines of the signs, from 0. */
  firstLine: number;
  lastLine: number;
  /** The request and the result are in different parts of the text. */
  readonly isJoined?: true | undefined;
}

export interface Paired {
  readonly pairs: readonly Pair[];
  /** The results that belong to no pair. */
  readonly open: readonly Result[];
}

/**
 * Joins requests with results: in each part of the text that has exactly one of both, the smallest parts first. Where two
 * ways are possible, it joins none.
 */
export function pairSigns({ all, lines }: Pick<Signs, 'all' | 'lines'>): Paired {
  const signs = all.filter((one) => one.kind === 'result' || !one.isWeak);
  const pairing = new Pairing(signs, paragraphsOf(lines));
  for (const unit of unitsOf(signs, lines)) pairing.join(unit.signs, unit);
  pairing.joinRest({ isRepeatedOnly: true });
  for (const unit of markedUnits(signs, lines, pairing)) pairing.join(unit.signs, unit, { isMarked: true });
  pairing.joinRest();
  return pairing.result();
}

/** Signs in a row that are of one request, and the sign that they are together. */
interface Step {
  readonly indexes: number[];
  readonly sign: Sign;
}

class Pairing {
  readonly #signs: readonly Sign[];
  readonly #paragraphOf: (sign: Sign) => number;
  readonly #used: (Pair | undefined)[];
  readonly #pairs: Pair[] = [];
  /** Pairs with another status directly behind them. */
  readonly #contested = new Set<Pair>();

  constructor(signs: readonly Sign[], paragraphOf: (sign: Sign) => number) {
    this.#signs = signs;
    this.#paragraphOf = paragraphOf;
    this.#used = signs.map(() => undefined);
  }

  isOpen = (index: number): boolean => this.#used[index] === undefined;

  /** Joins the open signs of a part, if they are of one request and one result. */
  join(indexes: readonly number[], { firstLine, lastLine }: Omit<Unit, 'signs'>, { isMarked = false } = {}): void {
    const open = indexes.filter(this.isOpen);
    const mentions = open.filter((i) => this.#signs[i]?.kind === 'mention');
    const results = open.filter((i) => this.#signs[i]?.kind === 'result');
    if (mentions.length === 0 || results.length === 0) return;
    if (!this.#areOne(mentions) || !this.#areOneResult(results)) return;
    const [first, last] = [Math.min(...ends(open)), Math.max(...ends(open))];
    if (
      isMarked
        ? last - first > MAX_APART || this.#hasPair(first, last, mentions[0] as number)
        : this.#hasOther(first, last, mentions[0] as number)
    )
      return;
    this.#add(open, { firstLine, lastLine });
  }

  #areOne(mentions: readonly number[]): boolean {
    const [first, ...others] = mentions.map((i) => this.#signs[i] as Mention);
    return first !== undefined && others.every((one) => isSameRequest(first, one));
  }

  #areOneResult(results: readonly number[]): boolean {
    return canBeOne(results.map((i) => this.#signs[i] as Result));
  }

  /** Whether a sign of another request is between two signs. */
  #hasOther(first: number, last: number, own: number): boolean {
    const mention = this.#signs[own] as Mention;
    for (let i = first; i <= last; i++) {
      const one = this.#signs[i];
      if (one?.kind === 'mention' && !isSameRequest(one, mention)) return true;
      if (this.#used[i] !== undefined) return true;
    }
    return false;
  }

  /** Whether the same request has another result between two signs. */
  #hasPair(first: number, last: number, own: number): boolean {
    const mention = this.#signs[own] as Mention;
    return this.#used.slice(first, last + 1).some((pair) => pair !== undefined && isSameRequest(pair.mention, mention));
  }

  #add(
    indexes: readonly number[],
    { firstLine, lastLine, isJoined }: Pick<Pair, 'firstLine' | 'lastLine' | 'isJoined'>,
  ) {
    const signs = indexes.map((i) => this.#signs[i] as Sign);
    const mentions = signs.filter((one) => one.kind === 'mention');
    const results = signs.filter((one) => one.kind === 'result');
    // The mention with the most parts of the address.
    const [mention] = mentions.toSorted((one, other) => partsIn(other) - partsIn(one));
    const refusal = results.find((one) => one.refusal?.message !== undefined)?.refusal;
    const pair: Pair = {
      mention: mention as Mention,
      status: results.find(({ status }) => status !== undefined)?.status,
      error: results.find(({ error }) => error !== undefined)?.error,
      ...{ refusal, firstLine, isJoined },
      lastLine: Math.max(lastLine, refusal?.lastLine ?? 0),
    };
    for (const i of indexes) this.#used[i] = pair;
    this.#pairs.push(pair);
  }

  /** The signs between two pairs: repetitions of the pair above, or a request with its result below. */
  joinRest({ isRepeatedOnly = false } = {}): void {
    let run: number[] = [];
    let above: Pair | undefined;
    for (let i = 0; i <= this.#signs.length; i++) {
      const used = this.#used[i];
      if (i < this.#signs.length && used === undefined) {
        run.push(i);
        continue;
      }
      const left = this.#withoutRepeated(run, above, used);
      if (!isRepeatedOnly) this.#joinRun(left, above);
      run = [];
      above = used;
    }
  }

  #joinRun(indexes: readonly number[], above: Pair | undefined): void {
    const steps: Step[] = [];
    for (const index of indexes) {
      const sign = this.#signs[index] as Sign;
      const last = steps.at(-1);
      const both = last && merged(last.sign, sign);
      if (both) steps[steps.length - 1] = { indexes: last.indexes, sign: both };
      else steps.push({ indexes: [], sign });
      steps.at(-1)?.indexes.push(index);
    }
    const isAlternating = steps.every(({ sign }, i) => sign.kind === (i % 2 === 0 ? 'mention' : 'result'));
    if (!isAlternating || steps.length % 2 !== 0) return;
    for (let i = 0; i < steps.length; i += 2) {
      const pair = [...(steps[i]?.indexes ?? []), ...(steps[i + 1]?.indexes ?? [])];
      const [firstLine = 0, lastLine = 0] = ends(pair).map((index) => this.#signs[index]?.line ?? 0);
      const isAmongOthers = steps.length > 2 || above !== undefined;
      const isJoined = isAmongOthers && this.#areApart(steps[i]?.indexes.at(-1), steps[i + 1]?.indexes[0]);
      this.#add(pair, { firstLine, lastLine, ...(isJoined && { isJoined }) });
    }
  }

  /** Whether a paragraph without signs is between a request and its result. */
  #areApart(mention: number | undefined, result: number | undefined): boolean {
    const [one, other] = [this.#signs[mention ?? -1], this.#signs[result ?? -1]];
    return one !== undefined && other !== undefined && this.#paragraphOf(other) - this.#paragraphOf(one) > 1;
  }

  /** A program reports a result again, with its error or in a trace. */
  #withoutRepeated(run: readonly number[], above: Pair | undefined, below: Pair | undefined): number[] {
    let to = run.length;
    for (; below && to > 0; to--) {
      const sign = this.#signs[run[to - 1] as number] as Sign;
      if (!isAnnouncing(sign, below)) break;
      this.#used[run[to - 1] as number] = below;
      below.firstLine = Math.min(below.firstLine, sign.line);
    }
    let from = 0;
    for (; above && from < to; from++) {
      const sign = this.#signs[run[from] as number] as Sign;
      if (!isPartOf(sign, above) || this.#beginsOther(sign, run[from + 1], above)) break;
      if (sign.kind === 'result' && sign.refusal) {
        above.refusal ??= sign.refusal;
        above.lastLine = Math.max(above.lastLine, sign.refusal.lastLine);
      }
      this.#used[run[from] as number] = above;
    }
    const next = this.#signs[run[from] ?? -1];
    if (above && from < to && next?.kind === 'result' && next.isExact && next.status !== above.status)
      this.#contested.add(above);
    return run.slice(from, to);
  }

  /** Whether a request above this result is not the one of the pair, but the same request again. */
  #beginsOther(sign: Sign, next: number | undefined, above: Pair): boolean {
    const following = next === undefined ? undefined : this.#signs[next];
    return sign.kind === 'mention' && following?.kind === 'result' && !isPartOf(following, above);
  }

  result(): Paired {
    const open = this.#signs.filter((one, i): one is Result => one.kind === 'result' && this.#used[i] === undefined);
    const pairs = this.#pairs.filter((one) => !this.#contested.has(one));
    return { pairs: pairs.sort((one, other) => one.firstLine - other.firstLine), open };
  }
}

const NEAR = 3;
/** How many signs of other requests can be between a request and its result with one mark. */
const MAX_APART = 200;

/** The first and the last number. */
const ends = (numbers: readonly number[]): number[] => [numbers[0] ?? 0, numbers.at(-1) ?? 0];

export const isSameRequest = (one: Mention, other: Mention): boolean =>
  one.path === other.path &&
  one.isPlatform === other.isPlatform &&
  (one.method === undefined || other.method === undefined || one.method === other.method) &&
  (queryOf(one) === queryOf(other) || queryOf(one) === '' || queryOf(other) === '');

const partsIn = ({ method, address }: Mention): number =>
  (method === undefined ? 0 : 4) + (address.includes('?') ? 2 : 0) + (address.startsWith('http') ? 1 : 0);

const queryOf = ({ address }: Mention): string => /\?.*$/.exec(address)?.[0] ?? '';

/** One sign for two, if they can be of one request. */
function merged(one: Sign, other: Sign): Sign | undefined {
  if (one.kind === 'mention')
    return other.kind === 'mention' && isSameRequest(one, other) ? (one.method === undefined ? other : one) : undefined;
  if (other.kind === 'mention' || !canBeOne([one, other])) return undefined;
  return {
    ...one,
    status: one.status ?? other.status,
    error: one.error ?? other.error,
    refusal: one.refusal ?? other.refusal,
  };
}

/** Whether results can be of one request: one status or error, and one refusal with that status. */
function canBeOne(results: readonly Result[]): boolean {
  const statuses = new Set(results.flatMap(({ status }) => status ?? []));
  const faults = new Set(results.flatMap(({ error }) => (error === undefined ? [] : [faultOf(error).fault])));
  const refused = results.filter(({ refusal }) => refusal);
  const messages = new Set(refused.map(({ refusal }) => refusal?.message));
  if (statuses.size > 1 || faults.size > 1 || (faults.size > 0 && statuses.size > 0) || messages.size > 1) return false;
  return refused.length === 0 || ![...statuses].some((status) => status < 400);
}

/** Whether a sign below a pair repeats a part of it, or adds its refusal. */
function isPartOf(sign: Sign, pair: Pair): boolean {
  if (sign.kind === 'mention') return isSameRequest(sign, pair.mention);
  if (sign.error !== undefined) return pair.error !== undefined;
  if (sign.refusal)
    return (
      (pair.status ?? 0) >= 400 &&
      (sign.status === undefined || sign.status === pair.status) &&
      (pair.refusal === undefined || pair.refusal.message === sign.refusal.message)
    );
  return sign.status === pair.status;
}

/** Whether a sign above a pair is of it: the start of the request, or its status directly above the line of both. */
const isAnnouncing = (sign: Sign, pair: Pair): boolean =>
  sign.kind === 'mention'
    ? isSameRequest(sign, pair.mention)
    : !sign.refusal && sign.status !== undefined && sign.status === pair.status && sign.line >= pair.firstLine - NEAR;

const MARK = /[\w-]*\d[\w-]*[\w-]/g;
const MIN_MARK = 4;
const MAX_MARKS = 40;

/** The open signs of lines that share a word with a digit, such as an id or a thread, which no other open request has. */
function markedUnits(signs: readonly Sign[], lines: readonly string[], pairing: Pairing): Unit[] {
  const byMark = new Map<string, number[]>();
  for (const [index, sign] of signs.entries()) {
    if (!pairing.isOpen(index)) continue;
    const address = sign.kind === 'mention' ? sign.address : '';
    const marks = new Set(((lines[sign.line] ?? '').slice(0, 2000).match(MARK) ?? []).slice(0, MAX_MARKS));
    for (const mark of marks) {
      if (mark.length < MIN_MARK || /^\d{1,4}-\d\d|^\d+$/.test(mark) || address.includes(mark)) continue;
      const known = byMark.get(mark);
      if (known) known.push(index);
      else byMark.set(mark, [index]);
    }
  }
  return [...byMark.values()]
    .filter((indexes) => indexes.length > 1)
    .map((indexes) => ({
      signs: indexes,
      firstLine: signs[indexes[0] as number]?.line ?? 0,
      lastLine: signs[indexes.at(-1) as number]?.line ?? 0,
    }));
}
