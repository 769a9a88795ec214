/** Formats a vector as pgvector writes it. */
export const vectorText = (vector: Float32Array): string => `[${vector.join(',')}]`;

export const vectorFromText = (text: string): Float32Array =>
  Float32Array.from(text.slice(1, -1).split(','), (number) => Number(number));
