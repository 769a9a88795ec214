// The same made-up chunks each time: words as often as words are, vectors that lie in clusters as those of texts do.
const WORDS = 20_000;
const CLUSTERS = 200;

export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
  };
}

/** Zipf: the second word half as often as the first, the third a third as often. */
const wordBy = (random) => `w${Math.floor(WORDS ** random()).toString(36)}`;

export const textBy = (random, words) => Array.from({ length: words }, () => wordBy(random)).join(' ');

export function vectorsBy(random, dimensions) {
  const centres = Array.from({ length: CLUSTERS }, () =>
    Float32Array.from({ length: dimensions }, () => random() - 0.5),
  );
  return () => {
    const centre = centres[Math.floor(random() * CLUSTERS)];
    return centre.map((value) => value + (random() - 0.5) * 0.8);
  };
}

/** A question has words that say something, of which the frequent ones have many chunks. */
export const questionBy = (random) =>
  Array.from({ length: 5 }, () => `w${Math.floor(20 + (WORDS - 20) * random() ** 3).toString(36)}`).join(' ');
