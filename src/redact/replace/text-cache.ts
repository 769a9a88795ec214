const MOST = 50_000;
const LONGEST = 256;

/** What became of texts that come again and again. It forgets them all when there are too many. */
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
