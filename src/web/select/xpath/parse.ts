import { exceeded } from '../../../util/index.js';
import { type Token, tokensOf, XPathError } from './tokens.js';

export interface Step {
  readonly axis: string;
  /** The name of an element or attribute, `*`, or a node type such as `text()`. */
  readonly test: string;
  readonly predicates: readonly Expression[];
}

export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'operation'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'filter'; readonly of: Expression; readonly predicates: readonly Expression[] }
  /** A path that starts at the root, at the context node or at another expression. */
  | { readonly kind: 'path'; readonly from: 'root' | 'here' | Expression; readonly steps: readonly Step[] };

const AXES: ReadonlySet<string> = new Set(
  'child descendant descendant-or-self self parent ancestor ancestor-or-self following-sibling preceding-sibling attribute'.split(
    ' ',
  ),
);
const KINDS: ReadonlySet<string> = new Set(['text', 'node', 'comment']);
/** By precedence, lowest first. */
const OPERATORS = [['or'], ['and'], ['=', '!='], ['<', '<=', '>', '>='], ['+', '-'], ['*', 'div', 'mod'], ['|']];
const EVERYTHING_BELOW: Step = { axis: 'descendant-or-self', test: 'node()', predicates: [] };
const MAX_LENGTH = 1000;
/** Maximum nesting of parentheses, predicates and arguments. Parsing and evaluation recurse once per level. */
const MAX_DEPTH = 50;
const ADVICE = 'Select with several shorter expressions.';

/** Parses an expression: XPath 1.0 without variables, namespaces and the axes `following` and `preceding`. */
export function parseXPath(expression: string): Expression {
  const { length } = expression;
  if (length > MAX_LENGTH) throw exceeded('The XPath expression', MAX_LENGTH, 'characters', ADVICE, length);
  const reader = new Reader(tokensOf(expression));
  const tree = expressionIn(reader);
  if (reader.next.kind !== 'end') throw reader.problem();
  return tree;
}

class Reader {
  #at = 0;
  #depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get next(): Token {
    return this.tokens[Math.min(this.#at, this.tokens.length - 1)] as Token;
  }

  take(): Token {
    const { next } = this;
    this.#at++;
    return next;
  }

  is(text: string, ahead = 0): boolean {
    const token = this.tokens[this.#at + ahead];
    return token?.text === text && (token.kind === 'mark' || token.kind === 'name');
  }

  isName(ahead: number): boolean {
    return this.tokens[this.#at + ahead]?.kind === 'name';
  }

  skip(text: string): boolean {
    if (!this.is(text)) return false;
    this.#at++;
    return true;
  }

  demand(text: string): void {
    if (!this.skip(text)) throw this.problem(`, expected ${text}`);
  }

  /** Reads an expression one level deeper, within the limit. */
  nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw exceeded('The XPath expression', MAX_DEPTH, 'levels of nesting', ADVICE);
    const found = read();
    this.#depth--;
    return found;
  }

  problem(hint = ''): XPathError {
    return new XPathError(`unexpected "${this.next.text}" at position ${this.next.at + 1}${hint}`);
  }
}

function expressionIn(reader: Reader, level = 0): Expression {
  const operators = OPERATORS[level];
  if (!operators) return pathIn(reader);
  let left = expressionIn(reader, level + 1);
  for (let found = operators.find((one) => reader.is(one)); found; found = operators.find((one) => reader.is(one))) {
    reader.take();
    left = { kind: 'operation', operator: found, left, right: expressionIn(reader, level + 1) };
  }
  return left;
}

function pathIn(reader: Reader): Expression {
  if (reader.is('/') || reader.is('//')) {
    const isRootAlone = reader.is('/') && !startsStep(reader, 1);
    if (isRootAlone && reader.take()) return { kind: 'path', from: 'root', steps: [] };
    return { kind: 'path', from: 'root', steps: moreSteps(reader) };
  }
  const start = primaryIn(reader);
  if (!start) return { kind: 'path', from: 'here', steps: [stepIn(reader), ...moreSteps(reader)] };
  const predicates = predicatesIn(reader);
  const of: Expression = predicates.length > 0 ? { kind: 'filter', of: start, predicates } : start;
  const steps = moreSteps(reader);
  return steps.length > 0 ? { kind: 'path', from: of, steps } : of;
}

/** Reads a literal, a number, a parenthesized expression or a function call. Returns undefined for a step. */
function primaryIn(reader: Reader): Expression | undefined {
  const { kind, text } = reader.next;
  if (kind === 'literal') return { kind: 'literal', value: reader.take().text };
  if (kind === 'number') return { kind: 'literal', value: Number(reader.take().text) };
  if (reader.skip('(')) {
    const inner = reader.nested(() => expressionIn(reader));
    reader.demand(')');
    return inner;
  }
  if (kind !== 'name' || !reader.is('(', 1) || KINDS.has(text)) return undefined;
  const name = reader.take().text;
  reader.take();
  const args: Expression[] = [];
  while (!reader.is(')')) {
    args.push(reader.nested(() => expressionIn(reader)));
    if (!reader.skip(',')) break;
  }
  reader.demand(')');
  return { kind: 'call', name, args };
}

function moreSteps(reader: Reader): Step[] {
  const steps: Step[] = [];
  for (;;) {
    if (reader.skip('//')) steps.push(EVERYTHING_BELOW);
    else if (!reader.skip('/')) return steps;
    steps.push(stepIn(reader));
  }
}

const startsStep = (reader: Reader, ahead: number) =>
  ['*', '@', '.', '..'].some((mark) => reader.is(mark, ahead)) || reader.isName(ahead);

function stepIn(reader: Reader): Step {
  if (reader.skip('.')) return { axis: 'self', test: 'node()', predicates: predicatesIn(reader) };
  if (reader.skip('..')) return { axis: 'parent', test: 'node()', predicates: predicatesIn(reader) };
  let axis = 'child';
  if (reader.skip('@')) axis = 'attribute';
  else if (reader.is('::', 1)) {
    if (!AXES.has(reader.next.text)) throw new XPathError(`unsupported axis ${reader.next.text}`);
    axis = reader.take().text;
    reader.take();
  }
  return { axis, test: testIn(reader), predicates: predicatesIn(reader) };
}

function testIn(reader: Reader): string {
  if (reader.skip('*')) return '*';
  if (reader.next.kind !== 'name') throw reader.problem();
  const name = reader.take().text;
  if (!reader.skip('(')) return name.toLowerCase();
  if (!KINDS.has(name)) throw new XPathError(`unknown node type ${name}()`);
  reader.demand(')');
  return `${name}()`;
}

function predicatesIn(reader: Reader): Expression[] {
  const predicates: Expression[] = [];
  while (reader.skip('[')) {
    predicates.push(reader.nested(() => expressionIn(reader)));
    reader.demand(']');
  }
  return predicates;
}
