import type { Replacement } from './replacements.js';

/** Numbers originals by first appearance. It stays in memory, because a stored table would undo the redaction. */
export interface Ordinals {
  /** Returns true if the original is new. A replacement found in a file keeps its ordinal. */
  learn(replacement: Replacement, original: string): boolean;
  replacementOf(replacement: Replacement, original: string): string;
  originals(): Iterable<{ readonly replacement: Replacement; readonly original: string }>;
}

interface Entry {
  readonly replacement: Replacement;
  readonly original: string;
  written?: string;
}

export function createOrdinals(): Ordinals {
  const known = new Map<string, Entry>();
  const taken = new Set<string>();
  const next = new Map<string, number>();

  const assign = (replacement: Replacement, original: string): string => {
    const series = `${replacement.space} ${replacement.series?.(original) ?? ''}`;
    for (let ordinal = next.get(series) ?? 0; ; ordinal++) {
      const written = replacement.write(original, ordinal);
      if (taken.has(written)) continue;
      next.set(series, ordinal + 1);
      taken.add(written);
      return written;
    }
  };

  return {
    learn(replacement, original) {
      if (replacement.isReplacement(original)) {
        taken.add(original);
        return false;
      }
      const key = `${replacement.space} ${original}`;
      if (known.has(key)) return false;
      known.set(key, { replacement, original });
      return true;
    },
    replacementOf(replacement, original) {
      if (replacement.isReplacement(original)) return original;
      const entry = known.get(`${replacement.space} ${original}`);
      if (!entry) return assign(replacement, original);
      return (entry.written ??= assign(replacement, original));
    },
    originals: () => known.values(),
  };
}
