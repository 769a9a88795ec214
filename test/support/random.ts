/** Random choices that come out the same for the same seed. */
export interface Random {
  /** A whole number from 0 up to, without, `below`. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
  text(length: number, alphabet: string): string;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    // Weyl sequence, then two rounds of mixing.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const below = (limit: number) => next() % limit;
  const pick = <T>(from: readonly T[]) => from[below(from.length)] as T;
  return { below, pick, text: (length, alphabet) => Array.from({ length }, () => pick([...alphabet])).join('') };
}
