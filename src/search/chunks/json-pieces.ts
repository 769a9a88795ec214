import { isPlain, plainText } from '../../util/index.js';
import type { Piece } from './piece.js';

/** Reads a file that is already split: a list of pieces, or an object with one under `chunks` or `documents`. */
export function jsonPieces(text: string): Piece[] {
  const value: unknown = JSON.parse(text);
  const list = isPlain(value) ? (value.chunks ?? value.documents) : value;
  if (!Array.isArray(list)) throw new TypeError('the JSON must be a list of chunks, or an object with a list "chunks"');
  return list.flatMap((entry) => {
    const given: Readonly<Record<string, unknown>> = isPlain(entry) ? entry : { content: entry };
    const { content, text: other, section, tags, metadata, start_line, end_line } = given;
    const body = content ?? other;
    if (typeof body !== 'string' || body.trim() === '') return [];
    return [
      {
        content: plainText(body, Number.POSITIVE_INFINITY),
        section: typeof section === 'string' ? storableText(section) : '',
        start: Number.isInteger(start_line) ? Number(start_line) : undefined,
        end: Number.isInteger(end_line) ? Number(end_line) : undefined,
        tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string').map(storableText) : [],
        metadata: isPlain(metadata) ? (storable(metadata) as Record<string, unknown>) : {},
      },
    ];
  });
}

const MAX_DEPTH = 50;

/** Makes a JSON value storable in a database: removes NUL characters and replaces lone surrogates. */
function storable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) throw new TypeError(`its metadata has more than ${MAX_DEPTH} levels of nesting`);
  if (Array.isArray(value)) return value.map((one) => storable(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storableText(key), storable(inner, depth + 1)]),
  );
}

export const storableText = (text: string): string => text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\ufffd');
