import { isPlain, plainText } from '../../util/index.js';
import type { Piece } from './piece.js';
import { storable, storableText } from './storable.js';

/**
 * Reads a file that is already split: a list of pieces, or an object with such a list under `chunks` or `documents`.
 */
export function jsonPieces(text: string): Piece[] {
  const value: unknown = JSON.parse(text);
  const list = isPlain(value) ? (value.chunks ?? value.documents) : value;
  if (!Array.isArray(list)) throw new TypeError('the JSON must be a list of chunks, or an object with a list "chunks"');
  return list.flatMap((entry) => {
    const given: Readonly<Record<string, unknown>> = isPlain(entry) ? entry : { content: entry };
    const { content, text: other, section, tags, metadata, start_line, end_line } = given;
    const told = content ?? other;
    if (typeof told !== 'string' || told.trim() === '') return [];
    return [
      {
        content: plainText(told, Number.POSITIVE_INFINITY),
        section: typeof section === 'string' ? storableText(section) : '',
        start: Number.isInteger(start_line) ? Number(start_line) : undefined,
        end: Number.isInteger(end_line) ? Number(end_line) : undefined,
        tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string').map(storableText) : [],
        metadata: isPlain(metadata) ? (storable(metadata) as Record<string, unknown>) : {},
      },
    ];
  });
}
