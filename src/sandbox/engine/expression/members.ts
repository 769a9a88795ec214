import { nearest } from '../../../util/index.js';
import { ExpressionError } from './budget.js';
import { NUMBER_METHODS } from './functions.js';
import { LIST_METHODS } from './list-methods.js';
import type { Methods, Run } from './methods.js';
import { Pattern } from './pattern.js';
import { ownValue } from './scope.js';
import { PATTERN_METHODS, STRING_METHODS } from './string-methods.js';

/** Reads a property of plain data. */
export function member(target: unknown, key: string): unknown {
  if (target === null || target === undefined)
    throw new ExpressionError(`cannot read ${JSON.stringify(key)} of ${target}`);
  if (key === 'length' && (typeof target === 'string' || Array.isArray(target))) return target.length;
  if (typeof target === 'string' && /^(?:0|[1-9]\d*)$/.test(key)) return target[Number(key)];
  const found = target instanceof Pattern ? undefined : ownValue(target, key);
  if (found) return found.value;
  const { methods, prototype, name } = kindOf(target);
  if (Object.hasOwn(methods, key)) throw new ExpressionError(`${key} is a method: call it as ${key}()`);
  if (key in prototype) throw new ExpressionError(`${key} of ${name} is not available`);
  return undefined;
}

/** Calls a method of plain data. */
export function callMethod(target: unknown, key: string, args: readonly unknown[], run: Run): unknown {
  if (target === null || target === undefined) throw new ExpressionError(`cannot call ${key} of ${target}`);
  const { methods, name, call } = kindOf(target);
  if (call && Object.hasOwn(methods, key)) return call(key, args, run);
  const meant = nearest(key, Object.keys(methods));
  throw new ExpressionError(`${name} has no method ${key} here${meant ? `. Did you mean ${meant}?` : ''}`);
}

interface Kind {
  readonly name: string;
  readonly methods: object;
  readonly prototype: object;
  readonly call?: (key: string, args: readonly unknown[], run: Run) => unknown;
}

function kindOf(target: unknown): Kind {
  const kind = <Target>(name: string, value: Target, methods: Methods<Target>, prototype: object): Kind => ({
    name,
    methods,
    prototype,
    call: (key, args, run) => {
      run.budget.reads(typeof value === 'string' ? value : '');
      return methods[key]?.(value, args, run);
    },
  });
  if (typeof target === 'string') return kind('a text', target, STRING_METHODS, String.prototype);
  if (typeof target === 'number') return kind('a number', target, NUMBER_METHODS, Number.prototype);
  if (typeof target === 'boolean') return kind('a boolean', target, BOOLEAN_METHODS, Boolean.prototype);
  if (Array.isArray(target)) return kind<readonly unknown[]>('a list', target, LIST_METHODS, Array.prototype);
  if (target instanceof Pattern) return kind('a regular expression', target, PATTERN_METHODS, RegExp.prototype);
  return kind('an object', target, OBJECT_METHODS, Object.prototype);
}

const BOOLEAN_METHODS: Methods<boolean> = { toString: (value: boolean) => String(value) };
const OBJECT_METHODS: Methods<unknown> = {
  hasOwnProperty: (target: unknown, args: readonly unknown[]) => ownValue(target, String(args[0])) !== undefined,
};
