import { exchanged } from './exchange.js';
import { type Finder, finder } from './finder.js';
import { packedWithEscapes, readableSpellings } from './spellings.js';

/** What stands where a secret was. */
export const CUT = '[cut]';

/** Cuts known secrets out of text and structures, in each spelling they travel in. */
export interface SecretCutter {
  text(value: string): string;
  /** A copy of plain data with every string cut; keys too. */
  value<T>(value: T): T;
}

/** `shortToo`: also what is shorter than four characters, where it cannot be anything else. */
export function secretCutter(
  secrets: Iterable<string | undefined>,
  { shortToo = false }: { shortToo?: boolean } = {},
): SecretCutter {
  const given = [...new Set([...secrets].filter((secret) => secret !== undefined && secret !== ''))] as string[];
  const long = given.filter(isLong);
  const short = shortToo ? shortOnes(given.filter((secret) => !isLong(secret))) : undefined;
  let known: Finder<undefined> | undefined;
  const text = (value: string) => {
    let left = short ? value.replace(short, CUT) : value;
    if (long.length === 0) return left;
    known ??= finder(long.flatMap(literalsOf));
    for (let round = 0; round < ROUNDS; round++) {
      const found = known.find(left);
      if (found.length === 0) break;
      left = exchanged(
        left,
        found.map(({ start, end }) => ({ start, end, instead: CUT })),
      );
    }
    return left;
  };
  return {
    text,
    value: (value) => (long.length === 0 && !short ? value : (cut(value, text, new Map()) as typeof value)),
  };
}

const isLong = (secret: string): boolean => secret.length >= 4;

/** Everywhere they would cut innocent text to pieces: only where they are all of it, or stand as a value or a credential. */
function shortOnes(secrets: readonly string[]): RegExp | undefined {
  if (secrets.length === 0) return undefined;
  const words = secrets.map((secret) => secret.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return new RegExp(`^(?:${words})$|(?<=[=:]|\\b(?:[Bb]earer|[Bb]asic|[Tt]oken) )(?:${words})(?=$|[&;,"'\\s])`, 'g');
}

const literalsOf = (secret: string) =>
  [...readableSpellings(secret, true), ...packedWithEscapes(secret)].map((text) => ({
    text,
    whole: false,
    means: undefined,
  }));

// What stands around a cut may have become a spelling with it.
const ROUNDS = 4;

function cut(value: unknown, text: (value: string) => string, seen: Map<object, unknown>): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    seen.set(value, copy);
    for (const item of value) copy.push(cut(item, text, seen));
    return copy;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const copy: Record<string, unknown> = {};
  seen.set(value, copy);
  for (const [key, item] of Object.entries(value)) {
    Object.defineProperty(copy, text(key), {
      value: cut(item, text, seen),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}
