import { SourceError } from '../../eval/index.js';
import { clean, cleanLine, paint, showError, showText } from '../../show/index.js';
import { asText, Mistake, updateMessage } from '../../util/index.js';
import type { Content } from '../wire/messages.js';

export interface CellError extends Content {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

/**
 * Formats a failed cell: the error, the failing line with its neighbours, and the user's stack frames. If a card already
 * shows the message and the advice, the traceback has only the name of the error.
 */
export function cellError(
  thrown: unknown,
  frames: readonly string[],
  sourceOf: (filename: string) => string | undefined,
  advice: readonly string[] | 'shown' = [],
): CellError {
  const updated = updateMessage(thrown);
  const error = updated === undefined ? thrown : new Mistake(updated);
  const { name, message } = (typeof error === 'object' && error !== null ? error : {}) as Partial<Error>;
  const ename = cleanLine(asText(name ?? 'Thrown')) || 'Error';
  const lines = advice === 'shown' ? [red(ename)] : showError(error, { colour: true, advice }).split('\n');
  const shown = error instanceof SourceError ? sourceExcerpt(error) : excerpt(frames, sourceOf);
  return {
    ename,
    evalue: message === undefined ? showText(error) : clean(asText(message)),
    traceback: [...lines, ...shown, ...frames.map((frame) => dim(`  ${clean(frame)}`))],
  };
}

// Jupyter front ends show colours in tracebacks, or strip them when they cannot.
const { red, dim } = paint(true);

const CELL_PLACE = /(cell-\d+\.ts):(\d+):\d+/;

/** Returns the line of a syntax error with a caret below it, also for a file that the cell imports. */
function sourceExcerpt({ source, line, column }: SourceError): string[] {
  const text = source.split('\n')[line - 1] ?? '';
  const from = Math.max(0, column - 1 - MAX_BEFORE);
  const before = text.slice(from, column - 1).replace(/[^\t]/g, ' ');
  const shown = clean(text.slice(from, from + 2 * MAX_BEFORE).trimEnd());
  return [`  ${red('>')} ${String(line).padStart(3)} | ${shown}`, `${' '.repeat(CODE_COLUMN)}${before}${red('^')}`];
}

/** Minified files have very long lines. */
const MAX_BEFORE = 100;
/** The column at which the code starts in an excerpt. */
const CODE_COLUMN = 10;

/** Returns the innermost cell line in the stack and its neighbours, with the failing line marked. */
function excerpt(frames: readonly string[], sourceOf: (filename: string) => string | undefined): string[] {
  const match = frames.map((frame) => CELL_PLACE.exec(frame)).find(Boolean);
  const [, filename = '', at = '0'] = match ?? [];
  const lines = sourceOf(filename)?.split('\n') ?? [];
  const failing = Number(at);
  return lines
    .map((text, index) => ({ text, number: index + 1 }))
    .filter(({ number }) => Math.abs(number - failing) <= 1)
    .map(({ text, number }) => {
      const line = `${String(number).padStart(3)} | ${clean(text)}`;
      return number === failing ? `  ${red('>')} ${line}` : dim(`    ${line}`);
    });
}
