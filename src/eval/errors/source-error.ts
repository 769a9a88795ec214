import type { Message } from 'esbuild';
import type { Locate } from './place.js';

/** An input that is not a program. Lines and columns count from 1 in what the user typed. */
export class SourceError extends SyntaxError {
  readonly filename: string;
  readonly line: number;
  readonly column: number;
  /** What was typed, whole, for a caret under the place. */
  readonly source: string;

  constructor(message: string, place: { filename: string; source: string; line: number; column: number }) {
    super(message);
    this.filename = place.filename;
    this.line = place.line;
    this.column = place.column;
    this.source = place.source;
    Object.defineProperty(this, 'stack', {
      value: `SyntaxError: ${message}\n    at ${place.filename}:${place.line}:${place.column}`,
      writable: true,
      configurable: true,
    });
  }
}

/** Whoever reads code goes down its brackets one by one, and the stack ends somewhere. */
const TOO_DEEP = 'the code is too deeply nested to be read; give a part of it a name of its own';

interface Origin {
  readonly source: string;
  readonly filename: string;
}

/** acorn ends its messages with the place, `Unexpected token (1:4)`, and counts columns from 0. */
export function fromAcorn(error: unknown, origin: Origin, locate: Locate): unknown {
  if (error instanceof RangeError) return new SourceError(TOO_DEEP, { ...origin, line: 1, column: 1 });
  if (!(error instanceof SyntaxError) || !('loc' in error)) return error;
  if (error.message.startsWith('Not enough stack space')) return fromAcorn(new RangeError(), origin, locate);
  const { line, column } = error.loc as { line: number; column: number };
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  return new SourceError(message, { ...origin, ...locate({ line, column: column + 1 }) });
}

/** esbuild puts a banner before the first of several messages, and counts columns in bytes from 0. */
export function fromEsbuild(error: unknown, origin: Origin): unknown {
  const first = (error as { errors?: Message[] }).errors?.[0];
  if (!first) return error;
  const { line = 1, column = 0, lineText = '' } = first.location ?? {};
  const before = Buffer.from(lineText).subarray(0, column).toString();
  return new SourceError(first.text.replace(/:$/, ''), { ...origin, line, column: before.length + 1 });
}

/** The engine refuses a few things that acorn lets pass; its stack starts with `input-3:2`. */
export function fromEngine(error: unknown, origin: Origin): unknown {
  if (error instanceof RangeError) return new SourceError(TOO_DEEP, { ...origin, line: 1, column: 1 });
  if (!(error instanceof SyntaxError)) return error;
  const [first = ''] = String(error.stack).split('\n');
  const line = first.startsWith(`${origin.filename}:`) ? Number(first.slice(origin.filename.length + 1)) : 1;
  return new SourceError(error.message, { ...origin, line: line || 1, column: 1 });
}
