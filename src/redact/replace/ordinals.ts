import { countryCodeOf, fictionalNumber, isFictional } from '../detect/phone-number.js';
import type { Space } from '../policy/kinds.js';

/**
 * Maps originals to replacements, numbered by first appearance. It stays in memory, because a stored table would undo
 * the redaction. Use one table for several files to give them the same replacements.
 */
export interface Ordinals {
  /** Returns true if the original is new. A replacement found in a file stands for itself. */
  learn(space: Space, original: string): boolean;
  replacementOf(space: Space, original: string): string;
  originals(): Iterable<{ readonly space: Space; readonly original: string }>;
}

export function createOrdinals(): Ordinals {
  const known = new Map<string, { space: Space; original: string; replacement?: string }>();
  const taken = new Set<string>();
  const next = new Map<string, number>();

  const assign = (space: Space, original: string): string => {
    const shelf = shelfOf(space, original);
    for (let ordinal = next.get(shelf) ?? 0; ; ordinal++) {
      const replacement = replacementFor(space, original, ordinal);
      if (taken.has(replacement)) continue;
      next.set(shelf, ordinal + 1);
      taken.add(replacement);
      return replacement;
    }
  };

  return {
    learn(space, original) {
      if (isReplacement(space, original)) {
        taken.add(original);
        return false;
      }
      const key = `${space} ${original}`;
      if (known.has(key)) return false;
      known.set(key, { space, original });
      return true;
    },
    replacementOf(space, original) {
      if (isReplacement(space, original)) return original;
      const entry = known.get(`${space} ${original}`);
      if (!entry) return assign(space, original);
      return (entry.replacement ??= assign(space, original));
    },
    originals: () => known.values(),
  };
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const JWT_HEAD = 'eyJhbGciOiJub25lIn0.e30.';

/** Whether a text is already a replacement, or a number or address that is reserved for examples. */
export function isReplacement(space: Space, text: string): boolean {
  switch (space) {
    case 'phone':
      return isFictional(text);
    case 'address':
      return /^user\d+@example\.com$/.test(text);
    case 'host':
      return /^host\d+\.example\.com$/.test(text);
    case 'ip':
      return /^(?:192\.0\.2|198\.51\.100|203\.0\.113|198\.1[89]\.\d+)\.\d+$|^2001:db8::/.test(text);
    case 'name':
      return /^Name\d+$/.test(text);
    case 'word':
      return /^word_\d+$/.test(text);
    case 'secret':
      return (
        text.startsWith('[cut]') ||
        /^(?:secret_\d+|90{3}\d{4,}|00000000-0000-4000-8000-\d{12})$/.test(text) ||
        // The replacement of a value that was redacted as another kind before.
        /^\+?1[2-9]\d\d55501\d\d$/.test(text) ||
        isReplacement('address', text) ||
        isReplacement('host', text) ||
        isReplacement('name', text) ||
        isReplacement('word', text) ||
        text.startsWith(JWT_HEAD)
      );
  }
}

/** Returns a value that programs accept in place of the original and that needs no escaping inside a string. */
function replacementFor(space: Space, original: string, ordinal: number): string {
  const n = ordinal + 1;
  switch (space) {
    case 'phone': {
      const number = fictionalNumber(original, ordinal);
      if (number === undefined) throw new Error(`there are more phone numbers of one country and length than ordinals`);
      return number;
    }
    case 'address':
      return `user${n}@example.com`;
    case 'host':
      return `host${n}.example.com`;
    case 'ip':
      return original.includes(':') ? `2001:db8::${n.toString(16)}` : documentationAddress(ordinal);
    case 'name':
      return `Name${n}`;
    case 'word':
      return `word_${n}`;
    case 'secret':
      if (UUID.test(original)) return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      if (/^\d+$/.test(original)) return `9${String(n).padStart(Math.max(original.length - 1, 7), '0')}`;
      return /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(original) ? `${JWT_HEAD}n${n}` : `secret_${n}`;
  }
}

// The IP ranges reserved for documentation. When they are used up, the range for benchmarks follows.
const RANGES = ['192.0.2', '198.51.100', '203.0.113'];

function documentationAddress(ordinal: number): string {
  const range = RANGES[Math.floor(ordinal / 254)];
  if (range) return `${range}.${(ordinal % 254) + 1}`;
  const beyond = ordinal - RANGES.length * 254;
  if (beyond >= 131_072) throw new Error('there are more IP addresses than ordinals');
  return `198.${18 + (beyond >> 16)}.${(beyond >> 8) & 255}.${beyond & 255}`;
}

/** Ordinals are counted separately for each shape of replacement. */
function shelfOf(space: Space, original: string): string {
  if (space === 'phone') return `phone ${countryCodeOf(original)} ${original.length}`;
  return space === 'ip' && original.includes(':') ? 'ip6' : space;
}
