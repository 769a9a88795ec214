import type { HtmlNode } from '../../html/parse-html.js';
import { type Context, FUNCTIONS, toBoolean, toNumber, toText, type Value } from './functions.js';
import type { Expression, Step } from './parse.js';
import { XPathError } from './tokens.js';
import { along, orderOf, type PathNode, stringOf } from './tree.js';

/** An untrusted page determines how far an expression has to search, so the work is limited. */
const MAX_STEPS = 5_000_000;
const CHARACTERS_A_STEP = 8;

/** Returns the texts of the nodes that an expression finds, in document order. Any other value becomes one text. */
export function evaluateXPath(expression: Expression, root: HtmlNode): string[] {
  const evaluation = new Evaluation(root);
  const value = evaluation.of(expression, { node: root, position: 1, size: 1 });
  return typeof value === 'object' ? value.map((node) => evaluation.textOf(node)) : [toText(value)];
}

class Evaluation {
  #order: Map<HtmlNode, number> | undefined;
  #steps = 0;

  constructor(private readonly root: HtmlNode) {}

  of(expression: Expression, context: Context): Value {
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'call':
        return this.#called(expression, context);
      case 'operation':
        return this.#operation(expression, context);
      case 'filter':
        return this.#filtered(expression.predicates, this.#nodes(expression.of, context));
      case 'path': {
        const { from, steps } = expression;
        const start = from === 'root' ? [this.root] : from === 'here' ? [context.node] : this.#nodes(from, context);
        return steps.reduce<readonly PathNode[]>((nodes, step) => this.#step(step, nodes), start);
      }
    }
  }

  /** Counts steps by the length of the text, because each level of a deep page repeats the text below it. */
  textOf(node: PathNode): string {
    const text = stringOf(node);
    this.#count(1 + text.length / CHARACTERS_A_STEP);
    return text;
  }

  #called({ name, args }: Expression & { kind: 'call' }, context: Context): Value {
    const { takes, ofNodes, call } = FUNCTIONS[name] as (typeof FUNCTIONS)[string];
    const isHere = args.length === 0 && takes[1] === 1;
    const values = isHere ? [[context.node]] : args.map((one) => this.of(one, context));
    return call(ofNodes ? values : values.map((value) => this.#plain(value)), context);
  }

  #plain(value: Value): string | number | boolean {
    if (typeof value !== 'object') return value;
    return value[0] ? this.textOf(value[0]) : '';
  }

  #nodes(expression: Expression, context: Context): readonly PathNode[] {
    const value = this.of(expression, context);
    if (typeof value !== 'object') throw new XPathError('a path step follows a value that is not a set of nodes');
    return value;
  }

  #step({ axis, test, predicates }: Step, from: readonly PathNode[]): readonly PathNode[] {
    const found = new Set<PathNode>();
    for (const node of from) {
      const fitting: PathNode[] = [];
      for (const one of along(axis, node)) {
        this.#count();
        if (fits(test, axis, one)) fitting.push(one);
        else if (axis === 'child' && test === 'tr' && node.name === 'table')
          for (const row of rowsOf(one)) fitting.push(row);
      }
      for (const one of this.#filtered(predicates, fitting)) found.add(one);
    }
    return from.length > 1 || axis.startsWith('ancestor') || axis.startsWith('preceding')
      ? this.#inOrder([...found])
      : [...found];
  }

  #filtered(predicates: readonly Expression[], nodes: readonly PathNode[]): readonly PathNode[] {
    return predicates.reduce<readonly PathNode[]>((left, predicate) => {
      const { length: size } = left;
      return left.filter((node, index) => {
        this.#count();
        const value = this.of(predicate, { node, position: index + 1, size });
        return typeof value === 'number' ? value === index + 1 : toBoolean(value);
      });
    }, nodes);
  }

  #operation({ operator, left, right }: Expression & { kind: 'operation' }, context: Context): Value {
    const one = this.of(left, context);
    if (operator === 'or') return toBoolean(one) || toBoolean(this.of(right, context));
    if (operator === 'and') return toBoolean(one) && toBoolean(this.of(right, context));
    const other = this.of(right, context);
    if (operator === '|') {
      if (typeof one !== 'object' || typeof other !== 'object')
        throw new XPathError('both sides of | must be sets of nodes');
      return this.#inOrder([...new Set([...one, ...other])]);
    }
    const arithmetic = ARITHMETIC[operator];
    if (arithmetic) return arithmetic(toNumber(this.#plain(one)), toNumber(this.#plain(other)));
    return this.#compared(operator, one, other);
  }

  /** A comparison with a node set is true if it is true for one of its nodes. */
  #compared(operator: string, one: Value, other: Value): boolean {
    if (typeof one === 'boolean' || typeof other === 'boolean') {
      const [left, right] = [one, other].map(toBoolean);
      return operator === '=' ? left === right : operator === '!=' && left !== right;
    }
    const left = typeof one === 'object' ? one.map((node) => this.textOf(node)) : [one];
    const right = typeof other === 'object' ? other.map((node) => this.textOf(node)) : [other];
    return left.some((a) =>
      right.some((b) => {
        this.#count();
        const asNumbers = operator.length > 1 ? operator !== '!=' : operator !== '=';
        if (!asNumbers && typeof a === 'string' && typeof b === 'string') return (a === b) === (operator === '=');
        return (COMPARE[operator] as Compare)(toNumber(a), toNumber(b));
      }),
    );
  }

  #inOrder(nodes: PathNode[]): PathNode[] {
    this.#order ??= orderOf(this.root);
    const order = this.#order;
    // Attributes sort with their element.
    const placeOf = (node: PathNode) => order.get(node) ?? order.get(node.parent as PathNode) ?? 0;
    return nodes.sort((a, b) => placeOf(a) - placeOf(b));
  }

  #count(steps = 1): void {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) throw new XPathError('it takes too many steps on this page');
  }
}

/** Paths are written with and without `tbody`, so `table/tr` also finds the rows inside a `tbody`. */
const rowsOf = ({ name, children = [] }: PathNode) =>
  name === 'tbody' ? children.filter((child) => child.name === 'tr') : [];

type Compare = (a: number, b: number) => boolean;

const COMPARE: Readonly<Record<string, Compare>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  div: (a, b) => a / b,
  mod: (a, b) => a % b,
};

const ELEMENTS = new Set(['tag', 'script', 'style']);

function fits(test: string, axis: string, node: PathNode): boolean {
  if (test === 'node()') return true;
  if (test === 'text()') return node.type === 'text';
  if (test === 'comment()') return node.type === 'comment';
  const isOfAxis = axis === 'attribute' ? node.type === 'attribute' : ELEMENTS.has(node.type);
  return isOfAxis && (test === '*' || node.name?.toLowerCase() === test);
}
