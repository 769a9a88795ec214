import { Parser } from 'acorn';

/**
 * Parses JavaScript from outside. Throws acorn's SyntaxError, or a RangeError if the nesting is too deep. acorn would test the
 * RangeError with a regular expression while the stack is still full, and V8 ends the process if it has to compile one there.
 */
export const JavaScriptParser: typeof Parser = Parser.extend(
  (Base) =>
    class extends Base {
      catchStackOverflow<Result>(read: () => Result): Result {
        return read();
      }
    },
);
