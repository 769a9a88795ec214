import { exceeded, hasTooManyValues, jsonOf, LimitError, MAX_JSON_VALUES, SIZE_LIMITS } from '../../util/index.js';
import { CassetteError, NO_OBJECT } from './cassette-error.js';
import { duplicateKey } from './duplicate-keys.js';

export interface NumberedDocument {
  readonly value: unknown;
  readonly line: number;
}

export interface Read {
  readonly documents: readonly NumberedDocument[];
  readonly warnings: readonly string[];
}

export interface ReadingOptions {
  /** Receives each problem, instead of an error for the first one. Reading continues where that is possible. */
  readonly onProblem?: (problem: CassetteError) => void;
  /** Receives each document, instead of the list of all documents. */
  readonly onDocument?: (document: NumberedDocument) => void;
  /** For YAML: stop after this number of tokens. */
  readonly maxTokens?: number;
}

/** Enough for a request body and a response body of the largest size, with every second character escaped. */
export const { max: MAX_LINE_LENGTH } = SIZE_LIMITS.line;
/** Two bodies of the most values that are recorded as JSON, and as many for all else. */
const MAX_LINE_VALUES = 3 * MAX_JSON_VALUES;

/** Reads a cassette with one document on each line. Skips an unfinished last line with a warning. */
export function readLines(text: string, file: string, { onProblem, onDocument }: ReadingOptions = {}): Read {
  const documents: NumberedDocument[] = [];
  const take = onDocument ?? ((one: NumberedDocument) => void documents.push(one));
  const warnings: string[] = [];
  for (let from = 0, line = 1; from < text.length; line++) {
    const end = text.indexOf('\n', from);
    const content = text.slice(from, end < 0 ? text.length : end);
    from = end < 0 ? text.length : end + 1;
    if (content === '' || content === '\r') continue;
    try {
      if (end >= 0 || isComplete(content)) take({ value: parseLine(content, file, line), line });
      else warnings.push(new CassetteError(file, line, 'the last line is incomplete and was skipped').message);
    } catch (error) {
      if (!onProblem || !(error instanceof CassetteError)) throw error;
      onProblem(error);
    }
  }
  return { documents, warnings };
}

const isComplete = (content: string) => hasTooManyValues(content, MAX_LINE_VALUES) || jsonOf(content) !== undefined;

function parseLine(content: string, file: string, line: number): unknown {
  if (content.length > MAX_LINE_LENGTH) {
    const cause = exceeded('The line', MAX_LINE_LENGTH, 'characters', 'Record less in one exchange.', content.length);
    throw new CassetteError(file, line, cause.message, { cause });
  }
  // Parsing the values and looking at each takes seconds, and the schema refuses a body with a part of them.
  if (hasTooManyValues(content, MAX_LINE_VALUES)) {
    const cause = exceeded('The line', MAX_LINE_VALUES, 'values', 'Write large bodies as text.');
    throw new CassetteError(file, line, cause.message, { cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    // Omits the cause, because it quotes the file, including its escape sequences.
    const where = /position \d+/.exec((error as Error).message)?.[0];
    throw new CassetteError(file, line, `not JSON${where ? ` at ${where}` : ''}`);
  }
  // Checked before the search for duplicate keys, which would visit every character of a long string.
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CassetteError(file, line, NO_OBJECT);
  const twice = firstDuplicate(content, value, file, line);
  if (twice !== undefined) throw new CassetteError(file, line, `the key ${JSON.stringify(twice)} is not unique`);
  return value;
}

function firstDuplicate(content: string, value: object, file: string, line: number): string | undefined {
  try {
    return duplicateKey(content, value);
  } catch (error) {
    throw error instanceof LimitError ? new CassetteError(file, line, error.message, { cause: error }) : error;
  }
}
