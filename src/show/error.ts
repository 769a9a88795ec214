import { inspect } from 'node:util';
import { clean, cleanLine } from './clean.js';
import { paint } from './paint.js';
import { wrapped } from './sheet.js';
import type { ShowOptions } from './text.js';

interface Shown extends ShowOptions {
  /** Width of the screen. Without it lines stay whole. */
  readonly columns?: number;
  /** Lines of the stack that are the user's own. */
  readonly frames?: readonly string[];
  /** What to do about it, a line each. */
  readonly advice?: readonly string[];
}

/** A failure: one line first, then what helps to mend it. */
export function showError(error: unknown, { columns, colour = false, frames = [], advice = [] }: Shown = {}): string {
  const { red, dim, cyan } = paint(colour);
  if (!isErrorLike(error)) return `${red('Thrown:')} ${clean(inspect(error, { depth: 3 }))}`;
  /** Lines of a text behind a mark, those that it is broken into as far in. */
  const lines = (text: string, mark = '', colours = (own: string) => own) => {
    const margin = ' '.repeat(mark.length);
    const own =
      columns === undefined ? text.split('\n') : wrapped(text, Math.max(NARROWEST, columns - 1 - mark.length));
    return own.map((line, at) => (at === 0 ? mark.replace('→', cyan('→')) : margin) + colours(line));
  };
  // A slip has no name: its sentence says all.
  const name = cleanLine(String(error.name ?? 'Error'));
  const message = clean(String(error.message));
  const [first = '', ...more] = lines(name === '' ? message : `${name}: ${message}`);
  const marked = name === '' ? first.length : name.length;
  return [
    red(first.slice(0, marked)) + first.slice(marked),
    ...more,
    ...[...causesOf(error), ...detailsOf(error)].flatMap((line) => lines(line, '  ')),
    ...advice.flatMap((line) => lines(clean(line), '  → ')),
    ...frames.flatMap((frame) => lines(cleanLine(frame), '  ', dim)),
  ].join('\n');
}

const NARROWEST = 20;

interface ErrorLike {
  readonly name?: unknown;
  readonly message: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly retry_after?: unknown;
}

const isErrorLike = (value: unknown): value is ErrorLike =>
  value instanceof Error || (typeof value === 'object' && value !== null && 'message' in value && 'stack' in value);

/** Why it came to this, where the first line does not say it already: `fetch failed` alone helps nobody. */
function causesOf(error: ErrorLike): string[] {
  const lines: string[] = [];
  for (let cause = error.cause; isErrorLike(cause) && lines.length < 3; cause = cause.cause) {
    const says = clean(String(cause.message));
    if (says !== '' && !String(error.message).includes(says)) lines.push(`because: ${says}`);
  }
  return lines;
}

/** Beyond the first line: the platform's other complaints, and when to come back. */
function detailsOf({ errors, retry_after }: ErrorLike): string[] {
  const complaints = Array.isArray(errors) && errors.length > 1 ? errors : [];
  return [
    ...complaints.map((one: { attribute?: string; message?: string; code?: string }) =>
      cleanLine([one.attribute, one.message, one.code && `(${one.code})`].filter(Boolean).join(' ')),
    ),
    ...(typeof retry_after === 'number' ? [`try again in ${retry_after} s`] : []),
  ];
}
