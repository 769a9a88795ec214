import type { Embedder } from '../embed/embedder.js';
import { unitOf } from '../rank/vectors.js';
import { stemOf, wordsOf } from '../rank/words.js';
import { type Block, type Piece, pieceOf, sectionOf } from './piece.js';
import { sentencesOf, slidingWindows } from './split.js';

export interface ChunkOptions {
  /** Size of a piece in sentences, words or characters, depending on the strategy. */
  readonly size: number;
  /** Number of words that neighbouring pieces share. */
  readonly overlap: number;
  /** Minimum similarity at which neighbours stay in one piece. */
  readonly threshold: number;
  readonly embedder?: Embedder | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Strategy {
  readonly usual: { readonly size?: number; readonly overlap?: number; readonly threshold?: number };
  cut(blocks: readonly Block[], options: ChunkOptions): Piece[] | Promise<Piece[]>;
}

export const STRATEGIES: Readonly<Record<string, Strategy>> = {
  markdown: {
    usual: { size: 1200 },
    cut: (blocks, { size }) =>
      packed(blocks, size, (one, next) => next.kind === 'heading' || sectionOf(one) !== sectionOf(next)),
  },
  sentence: {
    usual: { size: 5 },
    cut: (blocks, { size }) => grouped(sentencesOf(withoutHeadings(blocks)), size).map((group) => pieceOf(group, ' ')),
  },
  sliding: {
    usual: { size: 50, overlap: 10 },
    cut: sliding,
  },
  paragraph: {
    usual: {},
    cut: (blocks) => withoutHeadings(blocks).map((block) => pieceOf([block])),
  },
  page: { usual: { size: 3000 }, cut: pages },
  semantic: { usual: { threshold: 0.5 }, cut: semantic },
  topic: { usual: { threshold: 0.3 }, cut: topics },
  qa: { usual: {}, cut: answers },
};

/** Removes headings, unless the file contains nothing else. The section of a piece already holds its headings. */
function withoutHeadings(blocks: readonly Block[]): Block[] {
  const rest = blocks.filter(({ kind }) => kind !== 'heading');
  return rest.length > 0 ? rest : [...blocks];
}

function packed(blocks: readonly Block[], size: number, isBreak: (one: Block, next: Block) => boolean): Piece[] {
  const groups = groupsOf(blocks, size, (group, block) => !isBreak(group.at(-1) as Block, block));
  const withText = groups.filter(hasText);
  return (withText.length > 0 ? withText : groups).map((group) => pieceOf(group));
}

function grouped(blocks: readonly Block[], size: number): Block[][] {
  const joins = (group: readonly Block[], block: Block) => group.length < size && group[0]?.headings === block.headings;
  return groupsOf(blocks, Number.POSITIVE_INFINITY, joins);
}

function groupsOf(
  blocks: readonly Block[],
  max: number,
  joins: (group: readonly Block[], block: Block, at: number) => boolean,
): Block[][] {
  const groups: Block[][] = [];
  let length = 0;
  for (const [index, block] of blocks.entries()) {
    const group = groups.at(-1);
    const isJoined = group !== undefined && length + block.text.length <= max && joins(group, block, index);
    if (isJoined) group.push(block);
    else groups.push([block]);
    length = (isJoined ? length : 0) + block.text.length;
  }
  return groups;
}

/** Groups that contain only headings are dropped. */
const hasText = (group: readonly Block[]) => group.some(({ kind }) => kind !== 'heading');

function sliding(blocks: readonly Block[], { size, overlap }: ChunkOptions): Piece[] {
  const words = withoutHeadings(blocks).flatMap((block) =>
    block.text
      .split(/\s+/)
      .filter(Boolean)
      .map((text) => ({ ...block, text })),
  );
  return slidingWindows(words, size, overlap).map((window) => pieceOf(window, ' '));
}

function pages(blocks: readonly Block[], { size }: ChunkOptions): Piece[] {
  let page = 1;
  const numbered = blocks.map((block) => {
    page += block.text.startsWith('\f') ? 1 : 0;
    const own = page;
    page += /.\f/s.test(block.text) ? 1 : 0;
    return { block: { ...block, text: block.text.replaceAll('\f', '').trim() }, page: own };
  });
  return [...new Set(numbered.map((one) => one.page))].flatMap((number) => {
    const own = numbered.filter((one) => one.page === number && one.block.text !== '').map(({ block }) => block);
    return packed(own, size, () => false).map((piece) => ({
      ...piece,
      metadata: { ...piece.metadata, page_number: number },
    }));
  });
}

async function semantic(blocks: readonly Block[], { threshold, embedder, signal }: ChunkOptions): Promise<Piece[]> {
  if (!embedder)
    throw new TypeError('the strategy semantic requires an embedder. Choose a --model or another strategy');
  const sentences = sentencesOf(withoutHeadings(blocks));
  const vectors = (
    await embedder.embed(
      sentences.map(({ text }) => text),
      signal,
    )
  ).map(unitOf);
  const likeness = (at: number) =>
    (vectors[at] as Float32Array).reduce((sum, value, i) => sum + value * (vectors[at - 1]?.[i] ?? 0), 0);
  const groups = groupsOf(sentences, MAX_ALIKE, (_group, _block, at) => likeness(at) >= threshold);
  return groups.map((group) => pieceOf(group, ' '));
}

function topics(blocks: readonly Block[], { threshold }: ChunkOptions): Piece[] {
  const paragraphs = withoutHeadings(blocks);
  const words = paragraphs.map(({ text }) => new Set(wordsOf(text).map(stemOf)));
  const likeness = (at: number) => {
    const [one, next] = [words[at - 1] as Set<string>, words[at] as Set<string>];
    const shared = [...next].filter((word) => one.has(word)).length;
    return shared / Math.max(1, Math.min(one.size, next.size));
  };
  const groups = groupsOf(paragraphs, MAX_ALIKE, (_group, _block, at) => likeness(at) >= threshold);
  return groups.map((group) => pieceOf(group));
}

const MAX_ALIKE = 2000;

const QUESTION = /^\s*(#+\s*)?(\*\*|__)?\s*(q(uestion)?\s*\d*\s*[:.)]|.{3,300}\?(\*\*|__)?\s*(\n|$))/i;

function answers(blocks: readonly Block[]): Piece[] {
  // A heading that is not a question ends the previous answer.
  const continues = (_group: readonly Block[], { kind, text }: Block) =>
    kind === 'code' || (kind === 'text' && !QUESTION.test(text));
  const groups = groupsOf(blocks, Number.POSITIVE_INFINITY, continues);
  return groups.filter(hasText).map((group) => pieceOf(group));
}
