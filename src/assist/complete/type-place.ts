import type { Token } from '../tokens.js';

/** Whether a type is expected after these tokens: after `const x:`, `f():`, `as`, `keyof`, `Map<` or `string |`. */
export function isTypePlace(tokens: readonly Token[], depth = 0): boolean {
  if (isName(tokens.at(-1), ['keyof']) && !isMark(tokens.at(-2), '.')) return true;
  let end = tokens.length;
  // A comma separates types only between `<` and `>`.
  let isInArguments = false;
  while (!beginsType(tokens, end, { isInArguments, depth })) {
    if (!isMark(tokens[end - 1], '|&,')) return false;
    isInArguments ||= isMark(tokens[end - 1], ',');
    const start = startOfType(tokens, end - 1);
    if (start === end - 1) return false;
    end = start;
  }
  return true;
}

const isMark = (token: Token | undefined, marks: string) => token?.kind === 'mark' && marks.includes(token.text);
const isName = (token: Token | undefined, names: readonly string[]) =>
  token?.kind === 'name' && names.includes(token.text);

const CASTS = ['as', 'satisfies'];
/** The words that are not the name of a method before a parenthesis. */
const BEFORE_VALUES = ['case', 'return', 'throw', 'await', 'yield', 'typeof', 'void', 'delete', 'if', 'while', 'for'];
/** The words before the name of a method. */
const MODIFIERS = ['async', 'static', 'public', 'private', 'protected', 'override', 'get'];
const HERITAGE = ['extends', 'implements'];
const VARIABLES = ['const', 'let', 'var'];

/** Whether the token before `end` begins a type. */
function beginsType(
  tokens: readonly Token[],
  end: number,
  { isInArguments, depth }: { readonly isInArguments: boolean; readonly depth: number },
): boolean {
  const [third, second, last] = [tokens[end - 3], tokens[end - 2], tokens[end - 1]];
  if (isMark(last, '<')) {
    const isAdjacent = second?.kind === 'name' && second.at + second.text.length === last?.at;
    return isAdjacent && (/^\p{Lu}/u.test(second.text) || isName(third, ['new']));
  }
  if (isName(last, HERITAGE)) return !isSuperclass(tokens, end - 1);
  if (isInArguments) return false;
  if (isMark(last, ':') && isMark(second, ')')) return isReturned(tokens, end - 2);
  if (isMark(last, ':')) {
    const name = isMark(second, '?') ? end - 3 : end - 2;
    return isAnnotated(tokens, name) || isInTypeLiteral(tokens, name, depth);
  }
  if (isMark(last, '=')) return second?.kind === 'name' && isName(third, ['type']);
  const isValue = second?.kind === 'string' || isMark(second, ')]}') || second?.kind === 'name';
  return isName(last, CASTS) && isValue && !isName(second, VARIABLES);
}

/** Whether the colon after a name begins the type of a variable or parameter, not a value. */
function isAnnotated(tokens: readonly Token[], name: number): boolean {
  if (tokens[name]?.kind !== 'name') return false;
  const before = tokens[name - 1];
  if (isName(before, VARIABLES)) return true;
  return isMark(before, '(,') && isMark(openBefore(tokens, name), '(');
}

/** Whether a name is a field in `type A = { field:`, `const a: { field:`, `interface A { field:` or a class. */
function isInTypeLiteral(tokens: readonly Token[], name: number, depth: number): boolean {
  if (depth === MAX_DEPTH) return false;
  const open = openBefore(tokens, name);
  if (!isMark(open, '{') || open === undefined) return false;
  const before = tokens.slice(0, tokens.indexOf(open));
  return isTypePlace(before, depth + 1) || isHeading(before);
}
/** Nobody writes a type in more braces. Data can be nested without end. */
const MAX_DEPTH = 20;

/** Whether the tokens end with `interface A` or `class A extends B`. */
function isHeading(tokens: readonly Token[]): boolean {
  const start = tokens.findLastIndex((one) => !(one.kind === 'name' || isMark(one, ',.<>')) || isName(one, HEADINGS));
  return isName(tokens[start], HEADINGS);
}
const HEADINGS = ['interface', 'class'];

/** Whether a value is expected after `extends`, which a class has, but an interface and a parameter `<T extends` have not. */
function isSuperclass(tokens: readonly Token[], word: number): boolean {
  if (!isName(tokens[word], ['extends'])) return false;
  return isName(tokens[word - 1], ['class']) || isName(tokens[word - 2], ['class']);
}

/** Whether the parenthesis at `close` ends the parameters of a function, not an expression in a choice `? … :`. */
function isReturned(tokens: readonly Token[], close: number): boolean {
  const open = openBefore(tokens, close);
  const at = open === undefined ? -1 : tokens.lastIndexOf(open);
  const [third, second, last] = [tokens[at - 3], tokens[at - 2], tokens[at - 1]];
  if (isName(last, ['function', 'async']) || isMark(last, '=(,')) return at >= 0;
  if (last?.kind !== 'name' || isName(last, BEFORE_VALUES)) return false;
  return isName(isMark(second, '*') ? third : second, ['function', ...MODIFIERS]) || isMark(second, '{};');
}

/** Returns the innermost bracket that is open before a token. */
function openBefore(tokens: readonly Token[], end: number): Token | undefined {
  let depth = 0;
  return tokens.slice(0, end).findLast((token) => {
    if (isMark(token, ')]}')) depth++;
    return isMark(token, '([{') && depth-- === 0;
  });
}

/** Returns the index of the first token of the type that ends before `end`. */
function startOfType(tokens: readonly Token[], end: number): number {
  let depth = 0;
  let at = end;
  for (; at > 0; at--) {
    const token = tokens[at - 1];
    if (isMark(token, '>]')) depth++;
    else if (isMark(token, '<[')) {
      if (depth-- === 0) break;
    } else if (depth === 0 && ((token?.kind === 'mark' && token.text !== '.') || isName(token, CASTS))) break;
  }
  return at;
}
