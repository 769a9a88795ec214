import { type Program, parse as parseProgram } from 'acorn';

/** Inputs are module code: strict, `await` at the top, a name declared once. Throws acorn's SyntaxError. */
export function parse(source: string): Program {
  return parseProgram(source, {
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
