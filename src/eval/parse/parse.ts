import { Parser, type Program } from 'acorn';

/** Inputs are module code: strict, `await` at the top, a name declared once. Throws acorn's SyntaxError, or a RangeError when the nesting is too deep. */
export function parse(source: string): Program {
  return Reader.parse(source, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    preserveParens: true,
    allowHashBang: true,
  });
}

/** `{ a: 1 }` is a block to the language and an object to whoever types it. Null when it is not an expression. */
export function asExpression(source: string): string | null {
  return /^\s*\{/.test(source) ? `(${source}\n)` : null;
}

/**
 * acorn examines a RangeError with a pattern while the stack is still full. V8 ends the process when it has to compile a
 * pattern there, so the error is passed on as it is.
 */
const Reader = Parser.extend(
  (Base) =>
    class extends Base {
      catchStackOverflow<Result>(read: () => Result): Result {
        return read();
      }
    },
);
