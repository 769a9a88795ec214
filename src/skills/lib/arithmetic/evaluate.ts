import { ArithmeticError, add, bounded, divide, modulo, multiply, raise, subtract, type Value } from './operate.js';

const MAX_LENGTH = 500;
const MAX_DEPTH = 50;

const SUMS = { '+': add, '-': subtract } as const;
const PRODUCTS = { '*': multiply, '/': divide, '%': modulo } as const;

/**
 * Evaluates numbers joined by `+ - * / % **`, signs and parentheses. Throws an `ArithmeticError` for anything else. The
 * text is never run as code, and the cost is limited by its length, its depth and the size of its numbers. As in
 * Python, a power binds tighter than a sign on its left, and powers group from the right.
 */
export function evaluate(text: string): Value {
  if (text.length > MAX_LENGTH) throw new ArithmeticError(`it has more than ${MAX_LENGTH} characters`);
  const words = wordsOf(text);
  let at = 0;
  let depth = 0;

  const sum = (): Value => chain(SUMS, product);
  const product = (): Value => chain(PRODUCTS, signed);

  function chain(operations: Readonly<Record<string, typeof add>>, next: () => Value): Value {
    let value = next();
    for (let word = words[at]; word !== undefined && Object.hasOwn(operations, word); word = words[at]) {
      at++;
      value = (operations[word] as typeof add)(value, next());
    }
    return value;
  }

  /** All nesting goes through this function, so it counts the depth. */
  function signed(): Value {
    if (++depth > MAX_DEPTH) throw new ArithmeticError(`it is nested more than ${MAX_DEPTH} levels deep`);
    const sign = words[at];
    if (sign === '-' || sign === '+') at++;
    const value = sign === '-' ? -signed() : sign === '+' ? signed() : power();
    depth--;
    return value;
  }

  function power(): Value {
    const base = atom();
    if (words[at] !== '**') return base;
    at++;
    return raise(base, signed());
  }

  function atom(): Value {
    const word = words[at++];
    if (word === undefined) throw new ArithmeticError('a number is missing at the end');
    if (word !== '(') return numberOf(word);
    const value = sum();
    if (words[at++] !== ')') throw new ArithmeticError('a parenthesis is not closed');
    return value;
  }

  const value = sum();
  if (at < words.length) throw new ArithmeticError(`an operator is missing before ${JSON.stringify(words[at])}`);
  return value;
}

const WORD = /(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|\*\*|\S/giu;

function wordsOf(text: string): string[] {
  const words = text.match(WORD) ?? [];
  if (words.length === 0) throw new ArithmeticError('it is empty');
  const odd = words.find((word) => !/[\d+\-*/%()]/.test(word));
  if (odd === undefined) return words;
  throw new ArithmeticError(ADVICE.get(odd) ?? `${JSON.stringify(odd)} is not allowed`);
}

const ADVICE: ReadonlyMap<string, string> = new Map([
  ['^', 'write powers with **'],
  [',', 'write numbers without commas'],
  ['=', 'write an expression without ='],
]);

function numberOf(word: string): Value {
  if (!/\d/.test(word)) throw new ArithmeticError(`a number is missing before ${JSON.stringify(word)}`);
  return bounded(/^\d+$/.test(word) ? BigInt(word) : Number(word));
}
