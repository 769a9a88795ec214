import { mayEscape, viewsOf } from './decode/escapes.js';
import { createWalk } from './decode/walk.js';
import { hasDigits, spot } from './detect/detectors.js';
import { fieldRoles } from './detect/field-role.js';
import { type Finder, type Found, finder } from './detect/finder.js';
import { knownNumbers } from './detect/known-numbers.js';
import type { Literal } from './detect/literals.js';
import { contains, withOverlaps } from './detect/overlaps.js';
import { BETWEEN_GROUPS, digitsOf, respell, wholeNumber } from './detect/phone-number.js';
import { isEverywhere, literalsOf, type Meaning, type Seen } from './detect/seen.js';
import { DEFAULT_POLICY } from './policy/default-policy.js';
import type { Kind, Space } from './policy/kinds.js';
import type { Policy } from './policy/policy.js';
import { type LeakGate, leakGate } from './replace/leak-gate.js';
import { createOrdinals, isReplacement, type Ordinals } from './replace/ordinals.js';
import { type Exchange, exchanged } from './replace/replacement.js';
import { type TextMemory, textMemory } from './replace/text-cache.js';

export interface RedactorOptions {
  readonly policy?: Policy;
  /** Known secrets, replaced wherever they occur. */
  readonly secrets?: Iterable<string | undefined>;
  /** The ordinals of files that were redacted before, so that all files agree. */
  readonly table?: Ordinals;
}

/** A value that is, or would be, replaced. Never contains the original. */
export interface Replaced {
  readonly kind: Kind;
  readonly count: number;
  /** Where the value appeared first. Undefined if it was known in advance. */
  readonly place: string | undefined;
  readonly replacement: string;
}

/**
 * Redacts in two passes. The first pass learns all values, so that a value recognized late is also replaced where it
 * occurs earlier. Learn all documents of all files before you replace the first.
 */
export interface Redactor {
  learn(document: unknown, place: string): void;
  replace<T>(document: T, place: string): T;
  replaced(): readonly Replaced[];
  /** False if a second redaction of the result would find more. */
  isSettled(): boolean;
  /** Returns the check that runs before a text is written. */
  gate(): LeakGate;
}

export function createRedactor({
  policy = DEFAULT_POLICY,
  secrets = [],
  table = createOrdinals(),
}: RedactorOptions = {}): Redactor {
  const keep = new Set(policy.keep.flatMap(originalsOf));
  const fields = new Set<string>();
  const seen = bySpace<Seen>();
  const numbers = knownNumbers();
  const roleOf = fieldRoles(policy.secret_fields);
  /** The number of known values, and whether the redacted documents contain nothing more to replace. */
  let size = 0;
  let isSettled = true;
  let document = '';
  let literals: Finder<Meaning> | undefined;
  const everything = () => Object.values(seen).flatMap((one) => [...one.values()]);

  const learn = (kind: Kind, space: Space, original: string, given = false) => {
    if (keep.has(original)) return;
    if (seen[space].has(original)) return;
    table.learn(space, original);
    if (isReplacement(space, original)) return;
    size++;
    const place = given ? undefined : { document, field: learning.place() };
    seen[space].set(original, { kind, space, original, place, count: 0, replacement: '' });
    if (space === 'phone') numbers.add(original);
  };
  for (const secret of secrets) if (secret !== undefined && secret.length >= 4) learn('secret', 'secret', secret, true);
  for (const word of policy.cut) learn('word', 'word', word, true);
  // Phone numbers from files that were redacted before.
  for (const { space, original } of table.originals()) if (space === 'phone') learn('phone', space, original, true);

  const spaceOf = { secret: 'secret', name: 'name', phone: 'phone' } as const;
  const originalOf = (what: 'secret' | 'name' | 'phone', value: string): string | undefined => {
    if (what !== 'name' && !policy[what]) return undefined;
    if (what !== 'phone') return value.trim() === '' || isReplacement(what, value.trim()) ? undefined : value;
    const digits = NUMBER.test(value) ? digitsOf(value) : '';
    // If the same digits occur elsewhere with a plus sign, the country is known.
    return numbers.has(digits) ? digits : wholeNumber(value);
  };

  const learnShapes = (text: string) => {
    if (mayEscape(text)) for (const view of viewsOf(text)) learnSpots(view);
    else learnSpots(text);
  };
  const learnSpots = (text: string) => {
    // Only the names in SIP addresses have a recognizable shape.
    for (const { kind, space, original } of spot(text, shapes))
      if (policy[kind === 'name' ? 'sip' : (kind as 'phone')]) learn(kind, space, original);
  };
  let given: Finder<Meaning> | undefined;
  const knownIn = (text: string): readonly Exchange[] => {
    given ??= finder(
      everything().flatMap((one) => (one.place === undefined && one.space === 'secret' ? literalsOf(one, false) : [])),
    );
    return given
      .find(text)
      .flatMap(({ start, end, means: { seen: one, packed } }) =>
        packed ? [] : [{ start, end, instead: table.replacementOf(one.space, one.original) }],
      );
  };
  const shapes = { keepLoopback: policy.keep_loopback };
  const shapesAndNumbers = { ...shapes, numbers };
  const learnt = memories<true>();
  const learning = createWalk({
    names: policy.names,
    roleOf,
    ends: {
      plain(text) {
        learnShapes(text);
        return text;
      },
      digits(text) {
        if (hasDigits(text)) learnShapes(text);
        return text;
      },
      apart(text, takeApart, depth) {
        if (!learnt(depth).get(text)) takeApart(text);
        learnt(depth).set(text, true);
        return text;
      },
      // Otherwise, parts of a text that contains a known secret would be learnt.
      uncut: (text) => exchanged(text, knownIn(text)),
      known: (text) => knownIn(text),
      bytes: (text) => text,
      marks(text) {
        learnShapes(text);
        return NONE;
      },
      left: () => NONE,
      rest: (text) => text,
      as(what, value) {
        const original = originalOf(what, value);
        if (original !== undefined) learn(what, spaceOf[what], original);
        return value;
      },
      became: () => {},
      field: (name) => {
        if (fields.size < 100_000) fields.add(name);
      },
    },
  });

  let structural: Finder<Meaning>;
  const settle = () => {
    if (literals) return literals;
    const all: Literal<Meaning>[] = [];
    const few = everything().length <= FEW;
    for (const one of everything()) {
      // Ordinals follow the order of first appearance, not the order of replacement.
      one.replacement = table.replacementOf(one.space, one.original);
      if (isEverywhere(one, fields)) all.push(...literalsOf(one, few));
    }
    structural = finder(
      all.filter(({ text, means }) => means.seen.space === 'secret' && !means.packed && /[^\w.-]/.test(text)),
    );
    return (literals = finder(all));
  };

  const insteadOf = (one: Seen, spelled: string, packed = false): string => {
    one.count++;
    used.push(one);
    return spelledLike(one, spelled, packed);
  };

  const spelledLike = (one: Seen, spelled: string, packed: boolean): string => {
    const { replacement } = one;
    if (one.space === 'phone' && !packed) return respell(spelled, one.original, replacement);
    if (packed) return replacement.replace(/@.*$/s, '').replace(/[^\w-]/g, '_');
    return one.space === 'address' && spelled.includes('%40') ? replacement.replace('@', '%40') : replacement;
  };

  const spelledIn = (text: string, { start, end, seen: one, read }: Mark) =>
    (one.space === 'phone' && read) || text.slice(start, end);

  /**
   * Combines matches by shape with known values. A known secret takes precedence over shapes, unless a shape contains
   * it. Other known values give way to any shape that they overlap.
   */
  const marksIn = (text: string): readonly Mark[] => {
    const spotted = spot(text, shapesAndNumbers);
    const hits = (literals as Finder<Meaning>).find(text);
    if (spotted.length === 0 && hits.length === 0) return NONE;
    const shaped: Mark[] = [];
    for (const { space, original, start, end } of spotted) {
      const one = seen[space].get(original);
      if (one) shaped.push({ start, end, seen: one, packed: false, read: undefined });
    }
    if (hits.length === 0) return shaped;
    const known = withOverlaps(hits.map(markOf), shaped)
      .filter(([hit, marks]) =>
        hit.seen.space === 'secret' ? !marks.some((mark) => contains(mark, hit)) : marks.length === 0,
      )
      .map(([hit]) => hit);
    const rest = withOverlaps(shaped, known)
      .filter(([, overlaps]) => overlaps.length === 0)
      .map(([mark]) => mark);
    return [...rest, ...known].sort((a, b) => a.start - b.start);
  };

  const exchangesOf = (
    text: string,
    marks: readonly Mark[],
    instead: (one: Seen, spelled: string, packed: boolean) => string = insteadOf,
  ): readonly Exchange[] =>
    marks.map((mark) => ({
      start: mark.start,
      end: mark.end,
      instead: instead(mark.seen, spelledIn(text, mark), mark.packed),
    }));

  const exchange = (text: string, marks: readonly Mark[]) => exchanged(text, exchangesOf(text, marks));

  /** The place of a value, for reports. Field names are redacted, because they may be numbers or addresses. */
  const told = ({ document, field: path }: NonNullable<Seen['place']>): string => {
    const field = path.map(shortName).join('.');
    return field === ''
      ? document
      : `${document}: ${exchanged(field, exchangesOf(field, marksIn(field), spelledLike))}`;
  };

  /** Repeats the replacement, because it can form a new match with the text around it. */
  const cut = (text: string, index: Finder<Meaning>): string => {
    let left = text;
    for (let round = 0; round < ROUNDS; round++) {
      const hits = index.find(left);
      if (hits.length === 0) break;
      left = exchange(left, hits.map(markOf));
    }
    return left;
  };

  // The values replaced since the document began, and the cached results of texts with nested structure.
  let used: Seen[] = [];
  const fates = memories<{ readonly text: string; readonly used: readonly Seen[] }>();

  /** The last text without a match. */
  let clean = '';

  const replacing = createWalk({
    names: policy.names,
    roleOf,
    ends: {
      plain(text) {
        const marks = marksIn(text);
        if (marks.length === 0) clean = text;
        return marks.length === 0 ? text : exchange(text, marks);
      },
      digits(text) {
        if (!hasDigits(text) && !numbers.mayBeIn(text)) return cut(text, settle());
        const marks = marksIn(text);
        return marks.length === 0 ? text : exchange(text, marks);
      },
      apart(text, takeApart, depth) {
        const before = fates(depth).get(text);
        if (before) {
          for (const one of before.used) {
            one.count++;
            used.push(one);
          }
          return before.text;
        }
        const from = used.length;
        const parts = takeApart(text);
        const after = parts === clean ? parts : cut(parts, settle());
        fates(depth).set(text, { text: after, used: used.length > from ? used.slice(from) : NONE });
        return after;
      },
      uncut: (text) => cut(text, structural),
      known: (text) => exchangesOf(text, structural.find(text).map(markOf)),
      bytes: (text) => cut(text, settle()),
      rest: (text) => cut(text, settle()),
      marks: (text) => exchangesOf(text, marksIn(text)),
      left: (text) => exchangesOf(text, settle().find(text).map(markOf)),
      as(what, value) {
        const original = originalOf(what, value);
        const one = original === undefined ? undefined : seen[spaceOf[what]].get(original);
        if (one) return insteadOf(one, value);
        // A value that is already a replacement may contain a known secret as well.
        return what === 'phone' ? value : cut(value, settle());
      },
      became(changed) {
        const known = size;
        learning.value(changed);
        if (size > known) isSettled = false;
      },
      field: () => {},
    },
  });

  return {
    learn(value, place) {
      if (literals) throw new Error('all documents are learnt before the first is replaced');
      document = place;
      learning.value(value);
    },
    replace<T>(value: T, place: string) {
      settle();
      document = place;
      used = [];
      return replacing.value(value) as T;
    },
    replaced: () => {
      settle();
      return [...everything()]
        .filter(({ count }) => count > 0)
        .map(({ kind, space, place, count, replacement }) => ({
          kind,
          count,
          place: place && told(place),
          replacement: space === 'phone' ? `+${replacement}` : replacement,
        }));
    },
    isSettled: () => isSettled,
    gate: () => leakGate(settle()),
  };
}

const NONE: readonly never[] = [];

/** A long name is not shortened, because half of a value would not be recognized. */
const shortName = (name: string | number) => (typeof name === 'string' && name.length > 200 ? '(a long name)' : name);

const NUMBER = new RegExp(`^[\\d${BETWEEN_GROUPS}]{7,24}$`);
/** One cache for each depth of encoding, because less of a text is decoded at greater depths. */
const memories = <T>() => {
  const all: TextMemory<T>[] = [];
  return (depth: number): TextMemory<T> => (all[depth] ??= textMemory<T>());
};
const FEW = 2000;
const ROUNDS = 4;

/** The originals of a value to keep, including its other spellings. */
function originalsOf(word: string): string[] {
  const digits = word.startsWith('+') ? digitsOf(word) : wholeNumber(word);
  return [word, ...(word.includes('@') ? [word.toLowerCase()] : []), ...(digits ? [digits] : [])];
}

const bySpace = <T>(): Record<Space, Map<string, T>> => ({
  secret: new Map(),
  phone: new Map(),
  address: new Map(),
  host: new Map(),
  ip: new Map(),
  name: new Map(),
  word: new Map(),
});

interface Mark extends Meaning {
  readonly start: number;
  readonly end: number;
  /** The decoded text, if it may differ from the written text. */
  readonly read: string | undefined;
}

const markOf = ({ start, end, means, read }: Found<Meaning>): Mark => ({ start, end, ...means, read });
