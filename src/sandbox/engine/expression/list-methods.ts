import { ExpressionError } from './budget.js';
import { callbackOf, isCallback, type Methods, type Run } from './methods.js';
import { numberOf, textOf } from './operators.js';

type List = readonly unknown[];

/** Methods that call a function for each element. */
const CALLING = 'every filter find findIndex findLast findLastIndex flatMap map some'.split(' ');
/** Methods that read the list, and return one element, a position or a part. */
const READING = 'at includes indexOf lastIndexOf slice'.split(' ');

const calling: Methods<List> = Object.fromEntries(
  CALLING.map((name) => [
    name,
    (list: List, [callback]: List, { budget }: Run) => {
      const each = callbackOf(callback, name);
      return budget.made(native(list, name, [(...args: List) => each.call(args)]));
    },
  ]),
);

const reading: Methods<List> = Object.fromEntries(
  READING.map((name) => [
    name,
    (list: List, args: List, { budget }: Run) => {
      budget.step(list.length);
      return budget.made(native(list, name, [...args]));
    },
  ]),
);

export const LIST_METHODS: Methods<List> = {
  ...calling,
  ...reading,
  concat: (list, args, { budget }) => budget.made(list.concat(...args)),
  flat: (list, [depth], { budget }) => {
    const levels = depth === undefined ? 1 : numberOf(depth, budget);
    budget.produce(budget.sizeOf(list));
    return list.flat(levels);
  },
  join: (list, [separator], { budget }) => {
    const between = separator === undefined ? ',' : textOf(separator, budget);
    budget.produce(between.length * list.length + budget.sizeOf(list));
    return list.map((part) => (part === null || part === undefined ? '' : textOf(part, budget))).join(between);
  },
  toString: (list: List, _: List, { budget }: Run) => textOf(list, budget),
  reverse: (list, _, { budget }) => budget.made([...list].reverse()),
  reduce: (list, args, run) => reduced(list, args, run, 'reduce'),
  reduceRight: (list, args, run) => reduced([...list].reverse(), args, run, 'reduceRight'),
  /** Sorts a copy: an expression does not change its variables. */
  sort: (list, [callback], { budget }) => {
    const compare = isCallback(callback)
      ? (a: unknown, b: unknown) => numberOf(callback.call([a, b]), budget)
      : (a: unknown, b: unknown) => {
          const [one, two] = [textOf(a, budget), textOf(b, budget)];
          budget.reads(one);
          return one < two ? -1 : Number(one > two);
        };
    return budget.made([...list].sort(compare));
  },
};

function native(list: List, name: string, args: unknown[]): unknown {
  const method: unknown = Reflect.get(Array.prototype, name);
  return typeof method === 'function' ? Reflect.apply(method, list, args) : undefined;
}

function reduced(list: List, [callback, ...start]: List, { budget }: Run, name: 'reduce' | 'reduceRight'): unknown {
  const next = callbackOf(callback, name);
  const [first, ...rest] = [...start.slice(0, 1), ...list];
  if (start.length === 0 && list.length === 0)
    throw new ExpressionError(`${name} of an empty list requires a first value`);
  budget.step(list.length);
  const at = (index: number) => (name === 'reduce' ? index + 1 - start.length : list.length - 2 + start.length - index);
  return rest.reduce((total, part, index) => next.call([total, part, at(index), list]), first);
}
