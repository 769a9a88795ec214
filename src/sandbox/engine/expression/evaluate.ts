import type { CallExpression, ChainExpression, Expression, MemberExpression, SpreadElement } from 'acorn';
import { Budget, ExpressionError } from './budget.js';
import { CONSTANTS, FUNCTIONS } from './functions.js';
import { callMethod, member } from './members.js';
import { Callback } from './methods.js';
import { binary, textOf, unary } from './operators.js';
import { Pattern } from './pattern.js';
import { readExpression } from './read-expression.js';
import { type Evaluated, type Found, named, type Scope } from './scope.js';

export interface Limits {
  /** Shared by expressions that together have one limit. */
  readonly budget?: Budget;
  readonly random?: () => number;
}

const STEPS_TO_PARSE = 50;

/** Evaluates a JavaScript expression of a call document over plain data. It runs no code and changes no variable. */
export function evaluate(source: string, scope: Scope, limits: Limits = {}): Evaluated {
  try {
    const run = new Interpreter(scope, limits.budget ?? new Budget(), limits.random ?? scope.random ?? Math.random);
    run.budget.step(STEPS_TO_PARSE);
    return { value: run.value(readExpression(source)) };
  } catch (error) {
    if (error instanceof ExpressionError) return { problem: error.message };
    // Built-in methods of JavaScript reject some arguments, such as a negative number of digits.
    if (error instanceof RangeError || error instanceof TypeError || error instanceof URIError)
      return { problem: `it fails: ${error.message}` };
    throw error;
  }
}

/** The result of `a?.b` where `a` is missing: the rest of the chain is skipped. */
const SKIPPED = Symbol('skipped');

class Interpreter {
  #locals: readonly ReadonlyMap<string, unknown>[] = [];

  constructor(
    readonly scope: Scope,
    readonly budget: Budget,
    readonly random: () => number,
  ) {}

  value(node: Expression): unknown {
    this.budget.step();
    switch (node.type) {
      case 'Literal':
        return 'regex' in node && node.regex && node.value instanceof RegExp ? new Pattern(node.value) : node.value;
      case 'ParenthesizedExpression':
        return this.value(node.expression);
      case 'Identifier':
        return this.#named(node.name);
      case 'TemplateLiteral': {
        const parts = node.quasis.map(({ value }, index) => {
          const inner = node.expressions[index];
          return (value.cooked ?? '') + (inner ? textOf(this.value(inner), this.budget) : '');
        });
        this.budget.produce(parts.reduce((sum, part) => sum + part.length, 0));
        return parts.join('');
      }
      case 'ArrayExpression':
        return this.budget.made(this.#list(node.elements));
      case 'ObjectExpression':
        return this.#object(node);
      case 'UnaryExpression':
        return this.#unary(node.operator, node.argument);
      case 'BinaryExpression':
        if (node.left.type === 'PrivateIdentifier') break;
        return binary(node.operator, this.value(node.left), this.value(node.right), this.budget);
      case 'LogicalExpression':
        return this.#logical(node.operator, this.value(node.left), node.right);
      case 'ConditionalExpression':
        return this.value(this.value(node.test) ? node.consequent : node.alternate);
      case 'SequenceExpression':
        return node.expressions.reduce<unknown>((_, one) => this.value(one), undefined);
      case 'ChainExpression':
      case 'MemberExpression':
      case 'CallExpression': {
        const value = this.#chain(node);
        return value === SKIPPED ? undefined : value;
      }
      case 'ArrowFunctionExpression':
        return this.#callback(node);
    }
    throw new ExpressionError(`${node.type} is not allowed`);
  }

  #named(name: string): unknown {
    const found = this.#find(name);
    if (found) return found.value;
    if (name in NAMESPACES || Object.hasOwn(FUNCTIONS, name)) throw new ExpressionError(`${name} can only be called`);
    throw new ExpressionError(`${name} is not defined`);
  }

  #find(name: string): Found {
    for (const locals of this.#locals) if (locals.has(name)) return { value: locals.get(name) };
    return Object.hasOwn(CONSTANTS, name) ? { value: CONSTANTS[name] } : named(name, this.scope);
  }

  #unary(operator: string, argument: Expression): unknown {
    if (operator === 'typeof' && argument.type === 'Identifier' && !this.#find(argument.name)) {
      if (Object.hasOwn(FUNCTIONS, argument.name)) return 'function';
      return argument.name in NAMESPACES ? 'object' : 'undefined';
    }
    return unary(operator, this.value(argument), this.budget);
  }

  #logical(operator: string, left: unknown, right: Expression): unknown {
    if (operator === '??') return left ?? this.value(right);
    return operator === '&&' ? left && this.value(right) : left || this.value(right);
  }

  #list(elements: readonly (Expression | SpreadElement | null)[]): unknown[] {
    return elements.flatMap((element) => {
      if (element === null) return [undefined];
      return element.type === 'SpreadElement' ? this.#spread(this.value(element.argument)) : [this.value(element)];
    });
  }

  #spread(value: unknown): readonly unknown[] {
    if (Array.isArray(value)) return value;
    if (typeof value !== 'string') throw new ExpressionError('only a list or a text can follow ...');
    this.budget.produce(value.length);
    return [...value];
  }

  #object(node: Extract<Expression, { type: 'ObjectExpression' }>): unknown {
    const entries = node.properties.flatMap((one): (readonly [string, unknown])[] => {
      if (one.type === 'SpreadElement') return Object.entries(this.value(one.argument) ?? {});
      const { key } = one;
      const isName = !one.computed && key.type === 'Identifier';
      return [[isName ? key.name : textOf(this.value(key), this.budget), this.value(one.value)]];
    });
    return this.budget.made(Object.fromEntries(entries));
  }

  #chain(node: CallExpression | ChainExpression | MemberExpression): unknown {
    if (node.type === 'ChainExpression') return this.value(node.expression);
    if (node.type === 'CallExpression') return this.#call(node);
    const constant = this.#namespaced(node);
    if (constant !== undefined && Object.hasOwn(CONSTANTS, constant)) return CONSTANTS[constant];
    if (constant !== undefined)
      throw new ExpressionError(`${constant} ${constant in FUNCTIONS ? 'can only be called' : 'is not available'}`);
    const target = this.#target(node);
    if (target === SKIPPED || (node.optional && (target === null || target === undefined))) return SKIPPED;
    return member(target, this.#key(node));
  }

  /** The object before the dot. A skipped part of the same chain skips this part too. */
  #target({ object }: MemberExpression): unknown {
    if (object.type === 'Super') throw new ExpressionError('the word super is not allowed');
    if (object.type !== 'MemberExpression' && object.type !== 'CallExpression') return this.value(object);
    this.budget.step();
    return this.#chain(object);
  }

  #key({ property, computed }: MemberExpression): string {
    if (property.type === 'PrivateIdentifier') throw new ExpressionError('a name with # is not allowed');
    return !computed && property.type === 'Identifier' ? property.name : textOf(this.value(property), this.budget);
  }

  /** Returns `Math.max` for that member of a namespace, unless a variable has the same name. */
  #namespaced({ object, property, computed }: MemberExpression): string | undefined {
    if (object.type !== 'Identifier' || computed || property.type !== 'Identifier') return undefined;
    return object.name in NAMESPACES && !this.#find(object.name) ? `${object.name}.${property.name}` : undefined;
  }

  #call(node: CallExpression): unknown {
    const { callee } = node;
    if (callee.type === 'MemberExpression') {
      const name = this.#namespaced(callee);
      if (name !== undefined) return this.#function(name, node);
      const target = this.#target(callee);
      if (target === SKIPPED || (callee.optional && (target === null || target === undefined))) return SKIPPED;
      return callMethod(target, this.#key(callee), this.#list(node.arguments), this);
    }
    if (callee.type !== 'Identifier') throw new ExpressionError('only named functions and methods can be called');
    return this.#function(callee.name, node);
  }

  #function(name: string, node: CallExpression): unknown {
    const called = Object.hasOwn(FUNCTIONS, name) && !this.#find(name) ? FUNCTIONS[name] : undefined;
    if (!called) throw new ExpressionError(`${name} is not a function`);
    return called(this.#list(node.arguments), this);
  }

  #callback({ params, body }: Extract<Expression, { type: 'ArrowFunctionExpression' }>): Callback {
    const names = params.flatMap((param) => (param.type === 'Identifier' ? [param.name] : []));
    const outer = this.#locals;
    return new Callback((args) => {
      if (body.type === 'BlockStatement') throw new ExpressionError('a function must be one expression');
      const before = this.#locals;
      this.#locals = [new Map(names.map((name, index) => [name, args[index]])), ...outer];
      try {
        return this.value(body);
      } finally {
        this.#locals = before;
      }
    });
  }
}

const NAMESPACES: Readonly<Record<string, true>> = Object.assign(Object.create(null), {
  Array: true,
  JSON: true,
  Math: true,
  Number: true,
  Object: true,
});
