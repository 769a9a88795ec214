import { readFrontMatter } from '../../util/index.js';
import { htmlBlocks } from './html-blocks.js';
import { jsonPieces, storableText } from './json-pieces.js';
import type { Block, Piece } from './piece.js';
import { type ChunkOptions, STRATEGIES } from './strategies.js';
import { markdownBlocks, plainBlocks } from './text-blocks.js';

export { fileText } from './file-text.js';
export type { Piece } from './piece.js';
export type { ChunkOptions } from './strategies.js';

const READERS: Readonly<Record<string, (text: string) => readonly Block[] | Promise<Block[]>>> = {
  md: markdownBlocks,
  txt: plainBlocks,
  html: htmlBlocks,
};
const ALIASES: Readonly<Record<string, string>> = { markdown: 'md', text: 'txt', htm: 'html' };

export const STRATEGY_NAMES = [...Object.keys(STRATEGIES), 'json'];
export const READABLE = [...Object.keys(READERS), 'json'];

/** Returns the type of a file by its extension, with aliases such as `htm` resolved. */
export function typeOfFile(name: string): string {
  const ending = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return ALIASES[ending] ?? ending;
}

export function usualFor(strategy: string): { size: number; overlap: number; threshold: number } {
  return { size: 0, overlap: 0, threshold: 0, ...STRATEGIES[strategy]?.usual };
}

export const takes = (strategy: string, setting: 'size' | 'overlap' | 'threshold'): boolean =>
  STRATEGIES[strategy]?.usual[setting] !== undefined;

/** Maximum length of a piece in characters, for every strategy. A longer piece is split between words. */
const MAX_LENGTH = 8000;

/** Throws a TypeError for an unknown type or strategy, and for JSON that is not a list of chunks. */
export async function piecesOf(
  text: string,
  { type, strategy, ...options }: ChunkOptions & { type: string; strategy: string },
): Promise<Piece[]> {
  const pieces = await cut(text, type, strategy, options);
  return pieces.flatMap(shortened).filter(({ content }) => content.trim() !== '');
}

async function cut(text: string, type: string, strategy: string, options: ChunkOptions): Promise<Piece[]> {
  if (type === 'json' || strategy === 'json') return jsonPieces(text);
  const reader = READERS[type];
  const chosen = STRATEGIES[strategy];
  if (!reader || !chosen)
    throw new TypeError(reader ? `unknown strategy ${strategy}` : `files of the type ${type} cannot be indexed`);
  const pieces = await chosen.cut(await reader(text), options);
  const tags = type === 'md' ? await frontMatterTags(text) : [];
  return tags.length > 0 ? pieces.map((piece) => ({ ...piece, tags })) : pieces;
}

function shortened(piece: Piece): Piece[] {
  if (piece.content.length <= MAX_LENGTH) return [piece];
  const parts: Piece[] = [];
  let rest = piece.content;
  while (rest.length > MAX_LENGTH) {
    const space = Math.max(rest.lastIndexOf('\n', MAX_LENGTH), rest.lastIndexOf(' ', MAX_LENGTH));
    const end = space > MAX_LENGTH / 2 ? space : wholeCharacters(rest, MAX_LENGTH);
    parts.push({ ...piece, content: rest.slice(0, end) });
    rest = rest.slice(end).trimStart();
  }
  return [...parts, { ...piece, content: rest }];
}

/** Avoids a split inside a surrogate pair. */
const wholeCharacters = (text: string, end: number) => (/[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end);

const MAX_TAGS = 100;

/** Returns the `tags` in the front matter of a Markdown file: a list, or a string with commas. */
async function frontMatterTags(text: string): Promise<string[]> {
  if (!text.startsWith('---')) return []; // most files have no front matter, so the parser need not be loaded
  const { data } = await readFrontMatter(text.replaceAll(/\r\n?/g, '\n'));
  const { tags } = data;
  const list: unknown[] = typeof tags === 'string' ? tags.split(',') : Array.isArray(tags) ? tags : [];
  const texts = list.filter((tag) => typeof tag === 'string' || typeof tag === 'number');
  return [...new Set(texts.map((tag) => storableText(String(tag)).trim()).filter(Boolean))].slice(0, MAX_TAGS);
}
