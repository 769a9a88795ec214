/** What stands where a secret was. */
export const CUT = '[cut]';

/** Cuts known secrets out of text and structures, in each spelling they travel in: raw, URL-encoded, base64. */
export interface SecretCutter {
  text(value: string): string;
  /** A copy of plain data with every string cut; keys too. */
  value<T>(value: T): T;
}

export function secretCutter(secrets: Iterable<string | undefined>): SecretCutter {
  const spellings = [...new Set([...secrets].filter(isSecret).flatMap(spellingsOf))].sort(
    (a, b) => b.length - a.length,
  );
  const text = (value: string) => spellings.reduce((left, secret) => left.replaceAll(secret, CUT), value);
  return { text, value: (value) => (spellings.length === 0 ? value : (cut(value, text, new Map()) as typeof value)) };
}

/** Shorter words would cut innocent text to pieces. */
const isSecret = (secret: string | undefined): secret is string => secret !== undefined && secret.length >= 4;

function spellingsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [
    secret,
    encodeURIComponent(secret),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    JSON.stringify(secret).slice(1, -1),
  ];
}

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
