import { inspect } from 'node:util';
import { Mistake, updateMessage } from '../util/index.js';
import { clean, cleanLine } from './clean.js';
import { paint } from './paint.js';
import { wrapped } from './sheet.js';
import type { ShowOptions } from './text.js';

interface Shown extends ShowOptions {
  /** The width of the screen. Without it, lines are not wrapped. */
  readonly columns?: number;
  readonly frames?: readonly string[];
  /** Suggested fixes, one per line. */
  readonly advice?: readonly string[];
}

/** Formats an error: first the message, then the details that help to fix it. */
export function showError(error: unknown, { columns, colour = false, frames = [], advice = [] }: Shown = {}): string {
  const updated = updateMessage(error);
  if (updated !== undefined)
    return showError(new Mistake(updated), { ...(columns !== undefined && { columns }), colour });
  const { red, dim, cyan } = paint(colour);
  if (!isErrorLike(error)) return `${red('Thrown:')} ${clean(inspect(error, { depth: 3 }))}`;
  /** Wraps a text and indents its other lines by the width of `mark`. */
  const lines = (text: string, mark = '', colours = (own: string) => own) => {
    const margin = ' '.repeat(mark.length);
    const own =
      columns === undefined ? text.split('\n') : wrapped(text, Math.max(NARROWEST, columns - 1 - mark.length));
    return own.map((line, at) => (at === 0 ? mark.replace('→', cyan('→')) : margin) + colours(line));
  };
  // A `Mistake` has no name, because its message is complete.
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

/** The causes that the message does not already include: `fetch failed` alone does not help. */
function causesOf(error: ErrorLike): string[] {
  const lines: string[] = [];
  for (let cause = error.cause; isErrorLike(cause) && lines.length < 3; cause = cause.cause) {
    const says = clean(String(cause.message));
    if (says !== '' && !String(error.message).includes(says)) lines.push(`because: ${says}`);
  }
  return lines;
}

function detailsOf({ errors, retry_after }: ErrorLike): string[] {
  const complaints = Array.isArray(errors) && errors.length > 1 ? errors : [];
  return [
    ...complaints.map(({ attribute, message, code }: { attribute?: string; message?: string; code?: string }) => {
      const about = attribute && message ? `${attribute}:` : attribute;
      return cleanLine([about, message, code && `(${code})`].filter(Boolean).join(' '));
    }),
    ...(typeof retry_after === 'number' ? [`try again in ${retry_after} s`] : []),
  ];
}
