import type { Program } from 'acorn';
import { JavaScriptParser } from '../../javascript/index.js';

/** Parses an input as module code. Throws acorn's SyntaxError, or a RangeError if the nesting is too deep. */
export function parse(source: string): Program {
  return JavaScriptParser.parse(source, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    preserveParens: true,
    allowHashBang: true,
  });
}

/** Whether the text is one expression, without a comment or a semicolon after it. */
export function isExpression(source: string): boolean {
  try {
    const [only, ...more] = parse(source).body;
    return only?.type === 'ExpressionStatement' && more.length === 0 && only.expression.end === source.length;
  } catch {
    return false; // not JavaScript, or nested too deep
  }
}

/** Returns `({ a: 1 })` for `{ a: 1 }`, which is a block in JavaScript but usually meant as an object. */
export function asExpression(source: string): string | null {
  return /^\s*\{/.test(source) ? `(${source}\n)` : null;
}
