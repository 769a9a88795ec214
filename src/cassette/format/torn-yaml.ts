import { CassetteError } from './cassette-error.js';

/**
 * A line of JSON ends where its line ends. A document of YAML may go on, and what is left of a torn one may be a whole
 * one with other words: so those that we write end with a line `...`, and their header says so.
 */
export const END_MARK = '...';

interface Whole {
  readonly text: string;
  readonly isMarked: boolean;
  readonly warnings: readonly string[];
}

/** A cassette in YAML up to its last end mark; one that was written by hand needs none, only an end of its last line. */
export function withoutTornEnd(text: string, file: string): Whole {
  if (!isMarked(text)) {
    if (text === '' || text.endsWith('\n')) return { text, isMarked: false, warnings: [] };
    const words = 'breaks off within a line; see that the last exchange is whole, and end the line';
    throw new CassetteError(file, linesIn(text) + 1, words);
  }
  const end = endOfLastMark(text);
  if (end === 0) throw new CassetteError(file, 1, 'its header is torn off');
  const rest = text.slice(end);
  const lost = rest.search(/^[ \t\r]*[^\s#]/m);
  if (lost < 0) return { text: text.slice(0, end), isMarked: true, warnings: [] };
  const line = linesIn(text.slice(0, end + lost)) + 1;
  const words = `what follows the last line "${END_MARK}" is torn off and was skipped; if it is whole, end it with such a line`;
  return { text: text.slice(0, end), isMarked: true, warnings: [new CassetteError(file, line, words).message] };
}

/** The mark is announced before anything else that matters, so that a header without its end announces it too. */
function isMarked(text: string): boolean {
  const lines = text.slice(0, HEADER).split('\n');
  const begin = lines.findIndex((line) => !BETWEEN.test(line) && !line.startsWith('---'));
  const length = lines.slice(begin).findIndex((line) => /^(?:---|\.\.\.)/.test(line));
  return lines.slice(begin, length < 0 ? undefined : begin + length).some((line) => line.startsWith('end_mark:'));
}

/** More than any header has. */
const HEADER = 10_000;
/** A line that says nothing. */
const BETWEEN = /^[ \t\r]*(?:#|$)/;

/** No line of a document's own begins with it: they are indented, or begin with a key. */
function endOfLastMark(text: string): number {
  let end = 0;
  for (const { index, 0: mark } of text.matchAll(/^\.\.\.[ \t\r]*(?:\n|$(?![\s\S]))/gm)) end = index + mark.length;
  return end;
}

const linesIn = (text: string) => text.split('\n').length - 1;
