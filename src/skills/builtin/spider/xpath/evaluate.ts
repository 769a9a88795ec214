import type { HtmlNode } from '../../../lib/parse-html.js';
import { FUNCTIONS, type Place, toBoolean, toNumber, toText, type Value } from './functions.js';
import type { Expression, Step } from './parse.js';
import { XPathError } from './tokens.js';
import { along, orderOf, type PathNode, stringOf } from './tree.js';

/** A page of somebody else's decides how far an expression has to look. */
const MOST_STEPS = 5_000_000;

/** The texts of what an expression finds in a page, in the order of the page. */
export function evaluateXPath(expression: Expression, root: HtmlNode): string[] {
  const value = new Evaluation(root).of(expression, { node: root, position: 1, size: 1 });
  return typeof value === 'object' ? value.map(stringOf) : [toText(value)];
}

class Evaluation {
  readonly #root: HtmlNode;
  #order: Map<HtmlNode, number> | undefined;
  #steps = 0;

  constructor(root: HtmlNode) {
    this.#root = root;
  }

  of(expression: Expression, place: Place): Value {
    switch (expression.kind) {
      case 'literal':
        return expression.value;
      case 'call':
        return FUNCTIONS[expression.name]?.call(
          expression.args.map((one) => this.of(one, place)),
          place,
        ) as Value;
      case 'operation':
        return this.#operation(expression, place);
      case 'filter':
        return this.#filtered(expression.predicates, this.#nodes(expression.of, place));
      case 'path': {
        const { from, steps } = expression;
        const start = from === 'root' ? [this.#root] : from === 'here' ? [place.node] : this.#nodes(from, place);
        return steps.reduce<readonly PathNode[]>((nodes, step) => this.#step(step, nodes), start);
      }
    }
  }

  #nodes(expression: Expression, place: Place): readonly PathNode[] {
    const value = this.of(expression, place);
    if (typeof value !== 'object') throw new XPathError('a step leads on from something that is no part of the page');
    return value;
  }

  #step({ axis, test, predicates }: Step, from: readonly PathNode[]): readonly PathNode[] {
    const found = new Set<PathNode>();
    for (const node of from) {
      const fitting: PathNode[] = [];
      for (const one of along(axis, node)) {
        this.#count();
        if (fits(test, axis, one)) fitting.push(one);
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
      return left.filter((node, at) => {
        this.#count();
        const value = this.of(predicate, { node, position: at + 1, size });
        return typeof value === 'number' ? value === at + 1 : toBoolean(value);
      });
    }, nodes);
  }

  #operation({ operator, left, right }: Expression & { kind: 'operation' }, place: Place): Value {
    const one = this.of(left, place);
    if (operator === 'or') return toBoolean(one) || toBoolean(this.of(right, place));
    if (operator === 'and') return toBoolean(one) && toBoolean(this.of(right, place));
    const other = this.of(right, place);
    if (operator === '|') {
      if (typeof one !== 'object' || typeof other !== 'object')
        throw new XPathError('| joins parts of the page, nothing else');
      return this.#inOrder([...new Set([...one, ...other])]);
    }
    const arithmetic = ARITHMETIC[operator];
    if (arithmetic) return arithmetic(toNumber(one), toNumber(other));
    return this.#compared(operator, one, other);
  }

  /** A set of nodes compares as "one of them does". */
  #compared(operator: string, one: Value, other: Value): boolean {
    if (typeof one === 'boolean' || typeof other === 'boolean') {
      const [left, right] = [one, other].map(toBoolean);
      return operator === '=' ? left === right : operator === '!=' && left !== right;
    }
    const left = typeof one === 'object' ? one.map(stringOf) : [one];
    const right = typeof other === 'object' ? other.map(stringOf) : [other];
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
    this.#order ??= orderOf(this.#root);
    const order = this.#order;
    // Attributes stand with their element.
    const placeOf = (node: PathNode) => order.get(node) ?? order.get(node.parent as PathNode) ?? 0;
    return nodes.sort((a, b) => placeOf(a) - placeOf(b));
  }

  #count(): void {
    if (++this.#steps > MOST_STEPS) throw new XPathError('it has too far to look on this page');
  }
}

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
