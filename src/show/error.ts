import { inspect } from 'node:util';
import { asText, Mistake, updateMessage } from '../util/index.js';
import { clean, cleanLine } from './clean.js';
import { guarded } from './limits/guard.js';
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
export function showError(error: unknown, options: Shown = {}): string {
  return guarded(error, () => shown(error, options));
}

function shown(error: unknown, { columns, colour = false, frames = [], advice = [] }: Shown): string {
  const updated = updateMessage(error);
  if (updated !== undefined) return shown(new Mistake(updated), { ...(columns !== undefined && { columns }), colour });
  const { red, dim, cyan } = paint(colour);
  if (!isErrorLike(error)) return `${red('Thrown:')} ${clean(inspect(error, { depth: 3 }))}`;
  /** Wraps a text and indents its other lines by the width of `mark`. */
  const lines = (text: string, mark = '', colours = (own: string) => own) => {
    const margin = ' '.repeat(mark.length);
    const own =
      columns === undefined ? text.split('\n') : wrapped(text, Math.max(NARROWEST, columns - 1 - mark.length));
    return own.map((line, index) => (index === 0 ? mark.replace('→', cyan('→')) : margin) + colours(line));
  };
  // A `Mistake` has no name, because its message is complete.
  const name = cleanLine(asText(error.name ?? 'Error'));
  const message = clean(asText(error.message));
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
  const seen = new Set<ErrorLike>([error]);
  for (let cause = error.cause; isErrorLike(cause); cause = cause.cause) {
    if (seen.has(cause)) return [...lines, `because: ${SAME}`];
    seen.add(cause);
    const message = clean(asText(cause.message));
    if (message === '' || asText(error.message).includes(message)) continue;
    if (lines.length === MAX_CAUSES) return [...lines, 'because: …'];
    lines.push(`because: ${short(message, MAX_CAUSE)}`);
  }
  return lines;
}

const SAME = 'the same error again';
const MAX_CAUSES = 3;
const MAX_ERRORS = 10;
const MAX_CAUSE = 300;
const MAX_COMPLAINT = 120;

const short = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

function detailsOf(error: ErrorLike): string[] {
  const { errors, retry_after, message } = error;
  const all = Array.isArray(errors) && (errors.length > 1 || error instanceof AggregateError) ? errors : [];
  const counts = new Map<string, number>();
  for (const one of all) {
    const line = one === error ? SAME : short(complaintOf(one), MAX_COMPLAINT);
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].map(([line, count]) => (count > 1 ? `${line} (${count} times)` : line));
  const isKnown = lines.length === 1 && all.length === 1 && asText(message).includes(lines[0] ?? '');
  return [
    ...(isKnown ? [] : lines.slice(0, MAX_ERRORS)),
    ...(lines.length > MAX_ERRORS ? [`… and ${lines.length - MAX_ERRORS} more errors`] : []),
    ...(typeof retry_after === 'number' ? [`try again in ${retry_after} s`] : []),
  ];
}

/** One of several errors, on one line. */
function complaintOf(one: unknown): string {
  if (typeof one !== 'object' || one === null) return cleanLine(inspect(one));
  const { attribute, message, code }: { attribute?: string; message?: string; code?: string } = one;
  const about = attribute && message ? `${attribute}:` : attribute;
  return cleanLine([about, message, code && `(${code})`].filter(Boolean).join(' ')) || cleanLine(inspect(one));
}
