import type { Message } from 'esbuild';
import type { Locate } from './position.js';

/** A syntax error in an input. Lines and columns start at 1 and refer to the typed source. */
export class SourceError extends SyntaxError {
  readonly filename: string;
  readonly line: number;
  readonly column: number;
  /** The whole typed source, so that a caret can mark the place. */
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

/** Parsers recurse into brackets, so deep nesting overflows the stack. */
const TOO_DEEP = 'the code is nested too deeply. Move a part of it to a variable';

export const TO_USE_JSX = 'Write JSX in a .tsx file that begins with import React from "react", and install react';

interface Origin {
  readonly source: string;
  readonly filename: string;
}

/** Converts an error of acorn, whose message ends with the place, `Unexpected token (1:4)`. Its columns start at 0. */
export function fromAcorn(error: unknown, origin: Origin, locate: Locate): unknown {
  if (error instanceof RangeError) return new SourceError(TOO_DEEP, { ...origin, line: 1, column: 1 });
  if (!(error instanceof SyntaxError) || !('loc' in error)) return error;
  if (error.message.startsWith('Not enough stack space')) return fromAcorn(new RangeError(), origin, locate);
  const { line, column } = error.loc as { line: number; column: number };
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  return new SourceError(message, { ...origin, ...locate({ line, column: column + 1 }) });
}

/** Converts the first of esbuild's `errors`; the message has a banner. Columns are bytes and start at 0. */
export function fromEsbuild(error: unknown, origin: Origin): unknown {
  const first = (error as { errors?: Message[] }).errors?.[0];
  if (!first) return error;
  const { line = 1, column = 0, lineText = '' } = first.location ?? {};
  const before = Buffer.from(lineText).subarray(0, column).toString();
  return new SourceError(first.text.replace(/:$/, ''), { ...origin, line, column: before.length + 1 });
}

/** Converts an error of V8, which rejects some programs that acorn accepts. Its stack starts with `input-3:2`. */
export function fromEngine(error: unknown, origin: Origin): unknown {
  if (error instanceof RangeError) return new SourceError(TOO_DEEP, { ...origin, line: 1, column: 1 });
  if (!(error instanceof SyntaxError)) return error;
  const [first = ''] = String(error.stack).split('\n');
  const line = first.startsWith(`${origin.filename}:`) ? Number(first.slice(origin.filename.length + 1)) : 1;
  return new SourceError(error.message, { ...origin, line: line || 1, column: 1 });
}
