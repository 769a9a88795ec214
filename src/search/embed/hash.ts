import { unitOf } from '../rank/vectors.js';
import { stemOf, wordsOf } from '../rank/words.js';
import type { Embedder } from './embedder.js';

const NAME = /^hash-(\d{1,4})$/;
const WEIGHT_OF_PARTS = 0.3;

/** Counts words and parts of words by their hashes. Deterministic; reflects shared words, not meaning. */
export function hashEmbedder(model: string): Embedder | undefined {
  const dimensions = Number(NAME.exec(model)?.[1] ?? 0);
  if (dimensions < 8) return undefined;
  return { model, dimensions, embed: async (texts) => texts.map((text) => vectorFor(text, dimensions)) };
}

function vectorFor(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  const count = (feature: string, weight: number) => {
    const hash = hashOf(feature);
    const place = hash % dimensions;
    vector[place] = (vector[place] as number) + (hash & 0x80000000 ? -weight : weight);
  };
  for (const word of allWords(text)) {
    const stem = stemOf(word);
    count(stem, 1);
    for (let index = 0; index + 3 <= stem.length; index++) count(`#${stem.slice(index, index + 3)}`, WEIGHT_OF_PARTS);
  }
  return unitOf(vector);
}

/** Yields the words of a text line by line, because `wordsOf` limits the number of words per call. */
function* allWords(text: string): Iterable<string> {
  for (const line of text.split(/[\n.!?]+/)) yield* wordsOf(line);
}

/** FNV-1a with a final mix, because its lowest bits alone are distributed poorly. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
