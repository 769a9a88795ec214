import { codeTokens } from '../../javascript/index.js';

/** The code of a learner, from all cells that the learner wrote. */
export interface LearnersCode {
  readonly learner: string;
  readonly code: string;
}

/** Two submissions, and how much of their code has the same form. */
export interface SimilarPair {
  readonly learners: readonly [string, string];
  /** Shared sequences, as a part of all sequences of both: from 0 to 1. */
  readonly similarity: number;
  /** The number of sequences that they share. Few sequences prove little. */
  readonly shared: number;
}

/** The number of tokens in a sequence. */
const LENGTH = 6;
/** Short answers have no choice of form. */
const MIN_SEQUENCES = 12;
const MIN_SIMILARITY = 0.6;

/**
 * Compares the code of learners by sequences of tokens. Names of variables, texts, numbers, comments and white space do
 * not count. Sequences of the teacher's copy do not count either, because each submission has them.
 */
export function similarPairs(all: readonly LearnersCode[], given: string): readonly SimilarPair[] {
  const common = sequencesOf(given, new Set());
  const own = all.map(({ learner, code }) => ({ learner, sequences: sequencesOf(code, common) }));
  const pairs: SimilarPair[] = [];
  for (const [index, one] of own.entries())
    for (const other of own.slice(index + 1)) {
      const smaller = Math.min(one.sequences.size, other.sequences.size);
      if (smaller < MIN_SEQUENCES) continue;
      const shared = [...one.sequences].filter((sequence) => other.sequences.has(sequence)).length;
      const similarity = shared / (one.sequences.size + other.sequences.size - shared);
      if (similarity >= MIN_SIMILARITY) pairs.push({ learners: [one.learner, other.learner], similarity, shared });
    }
  return pairs.sort((a, b) => b.similarity - a.similarity);
}

function sequencesOf(code: string, without: ReadonlySet<string>): ReadonlySet<string> {
  const forms = formsOf(code);
  const sequences = new Set<string>();
  for (let index = 0; index + LENGTH <= forms.length; index++) {
    const sequence = forms.slice(index, index + LENGTH).join(' ');
    if (!without.has(sequence)) sequences.add(sequence);
  }
  return sequences;
}

const WORDS = new Set(
  'async await break case catch class const continue default do else finally for function if import in instanceof let new of return switch throw try typeof var while yield true false null'.split(
    ' ',
  ),
);

/** The tokens without what a copy changes first. Names of members stay, because they are those of the library. */
function formsOf(code: string): string[] {
  const forms: string[] = [];
  for (const { kind, start, end } of codeTokens(code)) {
    const text = code.slice(start, end);
    if (kind === 'comment' || kind === 'line') continue;
    if (kind === 'word') forms.push(WORDS.has(text) || forms.at(-1) === '.' ? text : 'name');
    else forms.push(kind === 'sign' ? text : kind);
  }
  return forms;
}
