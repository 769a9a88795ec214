import { CassetteError } from './cassette-error.js';

/** Ends each YAML document that Patchbay writes, because a truncated one may still be valid. */
export const END_MARK = '...';

/** Returns a YAML cassette up to its last end mark. A file written by hand must end with a line break. */
export function withoutTornEnd(text: string, file: string): { text: string; isMarked: boolean; warnings: string[] } {
  if (!isMarked(text)) {
    if (text === '' || text.endsWith('\n')) return { text, isMarked: false, warnings: [] };
    const words = 'ends within a line. Check that the last exchange is complete, and add a line end';
    throw new CassetteError(file, linesIn(text) + 1, words);
  }
  const end = endOfLastMark(text);
  if (end === 0) throw new CassetteError(file, 1, 'the header is incomplete');
  const rest = text.slice(end);
  const lost = rest.search(/^[ \t\r]*[^\s#]/m);
  if (lost < 0) return { text: text.slice(0, end), isMarked: true, warnings: [] };
  const line = linesIn(text.slice(0, end + lost)) + 1;
  const words = `the text after the last line "${END_MARK}" is incomplete and was skipped. If it is complete, add such a line after it`;
  return { text: text.slice(0, end), isMarked: true, warnings: [new CassetteError(file, line, words).message] };
}

/** `end_mark` is near the start of the header, so that it is found even if the header is truncated. */
function isMarked(text: string): boolean {
  const lines = text.slice(0, HEADER).split('\n');
  const begin = lines.findIndex((line) => !BETWEEN.test(line) && !line.startsWith('---'));
  const length = lines.slice(begin).findIndex((line) => /^(?:---|\.\.\.)/.test(line));
  return lines.slice(begin, length < 0 ? undefined : begin + length).some((line) => line.startsWith('end_mark:'));
}

const HEADER = 10_000;
const BETWEEN = /^[ \t\r]*(?:#|$)/;

/** No line inside a document starts with the mark: lines are indented, or start with a key. */
function endOfLastMark(text: string): number {
  let end = 0;
  for (const { index, 0: mark } of text.matchAll(/^\.\.\.[ \t\r]*(?:\n|$(?![\s\S]))/gm)) end = index + mark.length;
  return end;
}

const linesIn = (text: string) => text.split('\n').length - 1;
