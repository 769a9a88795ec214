const MOST = 50_000;
const LONGEST = 256;

/** Caches results for texts that occur often. Clears all entries when there are too many. */
export interface TextMemory<T> {
  get(text: string): T | undefined;
  set(text: string, fate: T): void;
}

export function textMemory<T>(): TextMemory<T> {
  const known = new Map<string, T>();
  return {
    get: (text) => (text.length > LONGEST ? undefined : known.get(text)),
    set(text, fate) {
      if (text.length > LONGEST) return;
      if (known.size >= MOST) known.clear();
      known.set(text, fate);
    },
  };
}
