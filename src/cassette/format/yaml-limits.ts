import { exceeded, type LimitError, SIZE_LIMITS } from '../../util/index.js';

/** The limit for YAML files, in characters. YAML is for files that people read. */
export const { max: MAX_YAML_LENGTH } = SIZE_LIMITS.yaml;
/** The parser needs a second for 400,000 tokens, and some hundred bytes of memory for each. */
const MAX_TOKENS = 6_000_000;
/** Of a document that Patchbay writes, and of one that is read without the parser. */
export const MAX_VALUES_IN_DOCUMENT = 100_000;
/** One value, with the punctuation, indentation and line end around it. */
const TOKENS_OF_VALUE = 7;
const MAX_TOKENS_IN_DOCUMENT = MAX_VALUES_IN_DOCUMENT * TOKENS_OF_VALUE;

/** Counts the tokens of a file against both limits, while the file is read or written. */
export class TokenBudget {
  readonly #mostInFile: number;
  #file = 0;
  #document = 0;

  constructor(mostInFile = MAX_TOKENS) {
    this.#mostInFile = mostInFile;
  }

  begin(): void {
    this.#document = 0;
  }

  add(tokens: number): void {
    this.#count(tokens, tokens);
  }

  /** A line that is read without the parser, in a fraction of its time. */
  addQuickLine(): void {
    this.#count(TOKENS_OF_VALUE, 1);
  }

  #count(inDocument: number, inFile: number): void {
    this.#file += inFile;
    this.#document += inDocument;
    if (this.#document > MAX_TOKENS_IN_DOCUMENT)
      throw yamlLimit('The document', MAX_TOKENS_IN_DOCUMENT, 'tokens of YAML');
    if (this.#file > this.#mostInFile) throw yamlLimit('The recording', this.#mostInFile, 'tokens of YAML');
  }
}

/** An upper bound for the tokens of a document that the recorder writes. A text is one token of any length. */
export function tokensAtMost(value: unknown): number {
  if (typeof value !== 'object' || value === null) return TOKENS_OF_VALUE;
  return Object.values(value).reduce<number>((sum, one) => sum + TOKENS_OF_VALUE + tokensAtMost(one), TOKENS_OF_VALUE);
}

export const yamlLimit = (what: string, limit: number, unit: string, actual?: number): LimitError =>
  exceeded(what, limit, unit, ADVICE, actual);

const ADVICE = 'Record to a file that ends in .ndjson: it may be larger, and reads faster.';
