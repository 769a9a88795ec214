import type { AnyNode, MemberExpression } from 'acorn';
import { JavaScriptParser } from '../../javascript/index.js';
import { attempt } from '../../util/index.js';
import { parse } from './parse.js';

/** A call whose arguments are known without running code. */
export interface ReadCall {
  /** The steps of the name, such as `['platform', 'queues', 'get']`. */
  readonly path: readonly string[];
  readonly args: readonly unknown[];
}

/** Returns plain data of the session, such as `q.id`, or undefined when the name holds anything else. */
type Data = (path: readonly string[]) => unknown;

class Unreadable extends Error {}

/** Reads a call whose arguments are literals or plain data of the session. Runs no code. */
export function readCall(code: string, data: Data = () => undefined): ReadCall | undefined {
  try {
    const node = JavaScriptParser.parseExpressionAt(code, 0, {
      ecmaVersion: 'latest',
      allowAwaitOutsideFunction: true,
    });
    if (node.type !== 'CallExpression' || !/^\s*;?\s*$/.test(code.slice(node.end))) return undefined;
    return { path: stepsOf(node.callee), args: node.arguments.map((argument) => argumentOf(argument, data)) };
  } catch (error) {
    // A RangeError: the code is nested too deeply.
    if (error instanceof Unreadable || error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the steps of the property that the last statement reads, such as `a[0].b`. Undefined for any other code. */
export function readPath(source: string): string[] | undefined {
  const statement = attempt(() => parse(source))?.body.at(-1);
  return statement?.type === 'ExpressionStatement' ? attempt(() => stepsOf(statement.expression)) : undefined;
}

function stepsOf(callee: AnyNode): string[] {
  const steps: string[] = [];
  let node: AnyNode = callee;
  if (node.type === 'ChainExpression') node = node.expression;
  while (node.type === 'MemberExpression') {
    const { object, property, computed }: MemberExpression = node;
    if (!computed && property.type === 'Identifier') steps.push(property.name);
    else if (property.type === 'Literal') steps.push(String(property.value));
    else throw new Unreadable();
    node = object;
  }
  if (node.type !== 'Identifier') throw new Unreadable();
  return [node.name, ...steps.reverse()];
}

function argumentOf(node: AnyNode, data: Data): unknown {
  switch (node.type) {
    case 'Literal':
      if (node.regex || node.bigint) throw new Unreadable();
      return node.value;
    case 'TemplateLiteral':
      if (node.expressions.length > 0) throw new Unreadable();
      return node.quasis[0]?.value.cooked;
    case 'UnaryExpression': {
      const value = argumentOf(node.argument, data);
      if (node.operator === '-' && typeof value === 'number') return -value;
      throw new Unreadable();
    }
    case 'ArrayExpression':
      return node.elements.flatMap((item) => {
        if (item?.type !== 'SpreadElement') return [item ? argumentOf(item, data) : null];
        const items = argumentOf(item.argument, data);
        if (!Array.isArray(items)) throw new Unreadable();
        return items;
      });
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.flatMap((property) => {
          if (property.type === 'SpreadElement') return fieldsIn(argumentOf(property.argument, data));
          if (property.computed || property.method) throw new Unreadable();
          const { key, value } = property;
          return [[key.type === 'Identifier' ? key.name : String(argumentOf(key, data)), argumentOf(value, data)]];
        }),
      );
    case 'CallExpression':
      if (node.arguments.length === 0 || stepsOf(node.callee).join('.') !== 'Object.assign') throw new Unreadable();
      return Object.fromEntries(node.arguments.flatMap((one) => fieldsIn(argumentOf(one, data))));
    default: {
      const value = data(stepsOf(node));
      if (value === undefined) throw new Unreadable();
      return value;
    }
  }
}

function fieldsIn(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable();
  return Object.entries(value);
}
