import type { LiteralIndex } from './literals.js';

/** A last look over text that is about to be written: every original in every spelling. */
export interface LeakGate {
  /** Throws with the place, never with what was found. */
  check(text: string, file: string): void;
}

export class LeakError extends Error {
  override readonly name = 'LeakError';
  constructor(
    readonly kind: string,
    readonly file: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(`${file}:${line}:${column}: a ${kind} would be left after redaction; nothing was written`);
  }
}

export function leakGate(index: LiteralIndex<{ readonly seen: { readonly kind: string } }>): LeakGate {
  return {
    check(text, file) {
      const [hit] = index.find(text);
      if (!hit) return;
      const before = text.slice(0, hit.start).split('\n');
      throw new LeakError(hit.means.seen.kind, file, before.length, (before.at(-1)?.length ?? 0) + 1);
    },
  };
}
