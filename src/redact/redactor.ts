import { DEFAULT_POLICY } from './default-policy.js';
import { viewsOf } from './escapes.js';
import { type Exchange, exchanged } from './exchange.js';
import { fieldRoles } from './field-role.js';
import { type Finder, type Found, finder } from './finder.js';
import type { Kind, Space } from './kinds.js';
import { knownNumbers } from './known-numbers.js';
import { type LeakGate, leakGate } from './leak-gate.js';
import type { Literal } from './literals.js';
import { createOrdinals, isReplacement, type Ordinals } from './ordinals.js';
import { digitsOf, respell, withoutPrefix } from './phone-number.js';
import type { Policy } from './policy.js';
import { RESERVED } from './reserved.js';
import { packedSpellings, readableSpellings } from './spellings.js';
import { spot } from './spot.js';
import { textMemory } from './text-memory.js';
import { createWalk } from './walk.js';

export interface RedactorOptions {
  readonly policy?: Policy;
  /** Known secrets, cut wherever they stand. */
  readonly secrets?: Iterable<string | undefined>;
  /** Ordinals of files redacted before, so that all agree. */
  readonly table?: Ordinals;
}

/** One thing that is, or would be, replaced. The original is never here. */
export interface Replaced {
  readonly kind: Kind;
  readonly count: number;
  /** Where it appeared first. */
  readonly place: string;
  readonly replacement: string;
}

/**
 * Redaction in two passes: everything is learnt first, so that what is recognised late is replaced early too.
 * Learn all documents, of all files, before the first is replaced.
 */
export interface Redactor {
  learn(document: unknown, place: string): void;
  replace<T>(document: T, place: string): T;
  replaced(): readonly Replaced[];
  /** A last look at what is about to be written. */
  gate(): LeakGate;
}

interface Seen {
  readonly kind: Kind;
  readonly space: Space;
  readonly original: string;
  readonly place: string;
  /** Known beforehand, not found by the name of its field. */
  readonly given: boolean;
  count: number;
  replacement: string;
}

interface Meaning {
  readonly seen: Seen;
  readonly packed: boolean;
}

export function createRedactor({
  policy = DEFAULT_POLICY,
  secrets = [],
  table = createOrdinals(),
}: RedactorOptions = {}): Redactor {
  const keep = new Set(policy.keep);
  const fields = new Set<string>();
  const seen = bySpace<Seen>();
  const numbers = knownNumbers();
  const roleOf = fieldRoles(policy.secret_fields);
  let document = '';
  let literals: Finder<Meaning> | undefined;
  const everything = () => Object.values(seen).flatMap((one) => [...one.values()]);

  const learn = (kind: Kind, space: Space, original: string, given = false) => {
    if (keep.has(original)) return;
    if (seen[space].has(original)) return;
    table.learn(space, original);
    if (isReplacement(space, original)) return;
    const place = given ? 'given beforehand' : `${document}: ${learning.place()}`;
    seen[space].set(original, { kind, space, original, place, given, count: 0, replacement: '' });
    if (space === 'phone') numbers.add(original);
  };
  for (const secret of secrets) if (secret !== undefined && secret.length >= 4) learn('secret', 'secret', secret, true);
  for (const word of policy.cut) learn('word', 'word', word, true);
  // Numbers of files before.
  for (const { space, original } of table.originals()) if (space === 'phone') learn('phone', space, original, true);

  const spaceOf = { secret: 'secret', name: 'name', phone: 'phone' } as const;
  const originalOf = (what: 'secret' | 'name' | 'phone', value: string): string | undefined => {
    if (what !== 'name' && !policy[what]) return undefined;
    if (what !== 'phone') return value.trim() === '' || isReplacement(what, value.trim()) ? undefined : value;
    const digits = /^[\d ().-]{7,24}$/.test(value) ? digitsOf(value) : '';
    // The same digits with a plus sign elsewhere say which country is meant.
    return numbers.has(digits) ? digits : whole(value);
  };

  const learnShapes = (text: string) => {
    for (const view of viewsOf(text))
      for (const one of spot(view, { keepLoopback: policy.keep_loopback }))
        if (policy[one.kind as 'phone']) learn(one.kind, one.space, one.original);
  };
  let given: Finder<Meaning> | undefined;
  const knownIn = (text: string): readonly Exchange[] => {
    given ??= finder(
      everything().flatMap((one) => (one.given && one.space === 'secret' ? literalsOf(one, false) : [])),
    );
    return given
      .find(text)
      .flatMap(({ start, end, means: { seen: one, packed } }) =>
        packed ? [] : [{ start, end, instead: table.replacementOf(one.space, one.original) }],
      );
  };
  const learnt = textMemory<true>();
  const learning = createWalk({
    names: policy.names,
    roleOf,
    ends: {
      plain(text) {
        learnShapes(text);
        return text;
      },
      apart(text, takeApart) {
        if (!learnt.get(text)) takeApart(text);
        learnt.set(text, true);
        return text;
      },
      // What holds a known secret would be learnt in part.
      uncut: (text) => exchanged(text, knownIn(text)),
      known: (text) => knownIn(text),
      bytes: (text) => text,
      marks(text) {
        learnShapes(text);
        return NONE;
      },
      left: () => NONE,
      as(what, value) {
        const original = originalOf(what, value);
        if (original !== undefined) learn(what, spaceOf[what], original);
        return value;
      },
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
      // Ordinals go by first appearance, whichever is replaced first.
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
    const { replacement } = one;
    if (one.space === 'phone' && !packed) return respell(spelled, one.original, replacement);
    if (packed) return replacement.replace(/@.*$/s, '').replace(/[^\w-]/g, '_');
    return one.space === 'address' && spelled.includes('%40') ? replacement.replace('@', '%40') : replacement;
  };

  const insteadOfMark = (text: string, { start, end, seen: one, packed, read }: Mark) =>
    insteadOf(one, (one.space === 'phone' && read) || text.slice(start, end), packed);

  /** What shows by its shape, and what is known; of two that overlap, what is part of something larger goes with it. */
  const marksIn = (text: string): readonly Mark[] => {
    const shaped: Mark[] = [];
    for (const { space, original, start, end } of spot(text, { keepLoopback: policy.keep_loopback, numbers })) {
      const one = seen[space].get(original);
      if (one) shaped.push({ start, end, seen: one, packed: false, read: undefined });
    }
    const hits = settle().find(text);
    if (hits.length === 0) return shaped;
    const known = hits
      .map(markOf)
      .filter(
        (hit) =>
          !shaped.some((mark) =>
            hit.seen.space === 'secret'
              ? mark.start <= hit.start && mark.end >= hit.end
              : mark.start < hit.end && hit.start < mark.end,
          ),
      );
    const rest = shaped.filter((mark) => !known.some((hit) => hit.start < mark.end && mark.start < hit.end));
    return [...rest, ...known].sort((a, b) => a.start - b.start);
  };

  const exchangesOf = (text: string, marks: readonly Mark[]): readonly Exchange[] =>
    marks.map((mark) => ({ start: mark.start, end: mark.end, instead: insteadOfMark(text, mark) }));

  const exchange = (text: string, marks: readonly Mark[]) => exchanged(text, exchangesOf(text, marks));

  /** Until nothing is found: what stands around a replacement may have become a spelling with it. */
  const cut = (text: string, index: Finder<Meaning>): string => {
    let left = text;
    for (let round = 0; round < ROUNDS; round++) {
      const hits = index.find(left);
      if (hits.length === 0) break;
      left = exchange(left, hits.map(markOf));
    }
    return left;
  };

  // The replacements made since the document began, and what became of texts taken apart before, with theirs.
  let used: Seen[] = [];
  const fates = textMemory<{ readonly text: string; readonly used: readonly Seen[] }>();

  const replacing = createWalk({
    names: policy.names,
    roleOf,
    ends: {
      plain(text) {
        const marks = marksIn(text);
        return marks.length === 0 ? text : cut(exchange(text, marks), settle());
      },
      apart(text, takeApart) {
        const before = fates.get(text);
        if (before) {
          for (const one of before.used) {
            one.count++;
            used.push(one);
          }
          return before.text;
        }
        const from = used.length;
        const after = cut(takeApart(text), settle());
        fates.set(text, { text: after, used: used.length > from ? used.slice(from) : NONE });
        return after;
      },
      uncut: (text) => cut(text, structural),
      known: (text) => exchangesOf(text, structural.find(text).map(markOf)),
      bytes: (text) => cut(text, settle()),
      marks: (text) => exchangesOf(text, marksIn(text)),
      left: (text) => exchangesOf(text, settle().find(text).map(markOf)),
      as(what, value) {
        const original = originalOf(what, value);
        const one = original === undefined ? undefined : seen[spaceOf[what]].get(original);
        return one ? insteadOf(one, value) : value;
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
          place,
          replacement: space === 'phone' ? `+${replacement}` : replacement,
        }));
    },
    gate: () => leakGate(settle()),
  };
}

const NONE: readonly never[] = [];
const FEW = 2000;
const ROUNDS = 4;

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
  /** What it says, where that is known to differ from what is written. */
  readonly read: string | undefined;
}

const markOf = ({ start, end, means, read }: Found<Meaning>): Mark => ({ start, end, ...means, read });

/** A field that holds one number and nothing else, without a plus sign. */
function whole(value: string): string | undefined {
  // Too long for a number, and all that is in the field of one.
  if (/^\+?[1-9]\d{15,19}$/.test(value)) return digitsOf(value);
  if (value.length > 24 || !/^\(?\d[\d ().-]{7,}\d$/.test(value)) return undefined;
  const digits = withoutPrefix(digitsOf(value));
  if (digits.length < 10 || digits.length > 15) return undefined;
  // In North America no exchange begins with 0 or 1.
  return digits.length === 10 && /^[2-9]\d\d[2-9]/.test(digits) ? `1${digits}` : digits;
}

// Parts of replacements: looked for everywhere, they would be found in every file.
const OWN = 'user example.com host secret_ word_ name cut 000000000000 00000000-0000-4000-8000- 2001:db8:: 55501';

/** Looked for in every text, or replaced only where its field said what it is. */
function isEverywhere({ space, original, given }: Seen, fields: ReadonlySet<string>): boolean {
  if (space === 'phone' || space === 'ip' || space === 'address') return true;
  if (given) return !OWN.includes(original.toLowerCase());
  const least = space === 'name' ? 3 : /^\d+$/.test(original) ? 8 : 6;
  if (original.length < least || original.length > 4096 || RESERVED.has(original)) return false;
  return !OWN.includes(original.toLowerCase()) && !(/^[a-z][a-z0-9_]*$/.test(original) && fields.has(original));
}

function literalsOf(seen: Seen, few: boolean): Literal<Meaning>[] {
  const whole = seen.space !== 'secret';
  const isDigits = seen.space === 'phone' || seen.space === 'ip';
  const readable = (isDigits ? [seen.original] : readableSpellings(seen.original, !whole)).filter(
    (text) => !isReplacement(seen.space, text),
  );
  // Shapes are found by unpacking; only for so many is every packed form looked for as well.
  const shaped = seen.space === 'phone' || seen.space === 'address' || seen.space === 'ip' || seen.space === 'host';
  const packed = shaped && !few ? [] : packedSpellings(seen.space === 'phone' ? `+${seen.original}` : seen.original);
  return [
    ...readable.map((text) => ({ text, whole, means: { seen, packed: false } })),
    ...packed
      .filter((text) => !readable.includes(text))
      .map((text) => ({ text, whole: false, means: { seen, packed: true } })),
  ];
}
