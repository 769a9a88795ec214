import { plainLine, plainText, type SearchResult } from '../../index.js';

interface ReportOptions {
  readonly max: number;
  readonly prefix: string;
  readonly postfix: string;
}

/** Characters reserved for the header of one result: number, file, section and tags. */
const FRAME = 300;
const MIN_LENGTH = 500;

export function report(query: string, found: readonly SearchResult[], { max, prefix, postfix }: ReportOptions): string {
  const room = max - FRAME * found.length - prefix.length - postfix.length - 100;
  const share = Math.max(MIN_LENGTH, Math.floor(room / found.length));
  const heading = `Found ${found.length} ${found.length === 1 ? 'result' : 'results'} for "${query}":`;
  const entries = found.map(
    (one, index) => `=== Result ${index + 1} ===\n${about(one)}\n${shortened(one.content, share)}`,
  );
  return framed([heading, ...entries].join('\n\n'), { prefix, postfix });
}

export const framed = (text: string, { prefix, postfix }: Omit<ReportOptions, 'max'>): string =>
  [prefix, text, postfix].filter((part) => part !== '').join('\n\n');

function about({ filename, section, tags, score }: SearchResult): string {
  const facts = [
    ['File', filename],
    ['Section', section],
    ['Tags', tags.slice(0, 10).join(', ')],
    ['Relevance', score.toFixed(2)],
  ] as const;
  return facts
    .filter(([, fact]) => fact !== '')
    .map(([name, fact]) => `${name}: ${plainLine(fact, 100)}`)
    .join('; ');
}

const shortened = (content: string, max: number) => {
  const plain = plainText(content, max + 1).trim();
  return plain.length > max ? `${plain.slice(0, max).trimEnd()}...` : plain;
};
