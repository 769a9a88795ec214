import { escaped } from '../util/index.js';
import { finder } from './detect/finder.js';
import { packedWithEscapes, readableSpellings } from './encode/spellings.js';
import { applyAll, type Edit } from './replace/edits.js';

export const CUT = '[cut]';

export interface SecretCutter {
  text(value: string): string;
  /** Returns a copy of plain data with every string redacted, including keys. */
  value<T>(value: T): T;
}

/** Secrets as plain strings, or the redactor of a session. */
export type Secrets = SecretCutter | readonly (string | undefined)[];

/** Redacts the secrets that a program passes as an option. */
export function cutterOf(secrets: Secrets = []): SecretCutter {
  if (Array.isArray(secrets) && secrets.every((one) => one === undefined || typeof one === 'string'))
    return secretCutter(secrets, { shortToo: true });
  if (typeof secrets === 'object' && secrets !== null && 'text' in secrets) return secrets;
  throw new TypeError("secrets must be a list of strings: ['PT…']");
}

interface CutterOptions {
  /** Also redacts secrets of fewer than four characters, where they cannot be anything else. */
  readonly shortToo?: boolean;
  /** Secrets that could be ordinary words: redacted only where they cannot be anything else. */
  readonly words?: Iterable<string>;
}

export function secretCutter(
  secrets: Iterable<string | undefined>,
  { shortToo = false, words = [] }: CutterOptions = {},
): SecretCutter {
  const given = [...new Set([...secrets].filter((secret) => secret !== undefined && secret !== ''))] as string[];
  const long = given.filter(isLong);
  const whole = wholeValues([...(shortToo ? given.filter((secret) => !isLong(secret)) : []), ...words]);
  let known: ReturnType<typeof secretEdits> | undefined;
  const everywhere = (value: string) => (long.length === 0 ? value : applyAll(value, (known ??= secretEdits(long))));
  const text = (value: string) => everywhere(whole ? value.replace(whole, CUT) : value);
  return {
    text,
    // A field name is never a value, so short secrets are not replaced there.
    value: (value) =>
      long.length === 0 && !whole ? value : (cut(value, { text, key: everywhere }, new Map()) as typeof value),
  };
}

export function secretEdits(secrets: readonly string[]): (text: string) => readonly Edit[] {
  const { find } = finder(secrets.flatMap(literalsOf));
  return (text) => find(text).map(({ start, end }) => ({ start, end, replacement: CUT }));
}

const isLong = (secret: string): boolean => secret.length >= 4;

/** Matches short secrets and words only where they cannot be ordinary text: a whole text or a credential. */
function wholeValues(secrets: readonly string[]): RegExp | undefined {
  if (secrets.length === 0) return undefined;
  const words = secrets.map(escaped).join('|');
  return new RegExp(`^(?:${words})$|(?<=[=:]|\\b(?:[Bb]earer|[Bb]asic|[Tt]oken) )(?:${words})(?=$|[&;,"'\\s])`, 'g');
}

const literalsOf = (secret: string) =>
  [...readableSpellings(secret, true), ...packedWithEscapes(secret)].map((text) => ({
    text,
    whole: false,
    means: undefined,
  }));

interface Through {
  text(value: string): string;
  key(name: string): string;
}

function cut(value: unknown, through: Through, seen: Map<object, unknown>): unknown {
  if (typeof value === 'string') return through.text(value);
  if (typeof value !== 'object' || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    seen.set(value, copy);
    for (const item of value) copy.push(cut(item, through, seen));
    return copy;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const copy: Record<string, unknown> = {};
  seen.set(value, copy);
  for (const [key, item] of Object.entries(value)) {
    Object.defineProperty(copy, through.key(key), {
      value: cut(item, through, seen),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}
