import type { AnyNode, Expression, ObjectExpression, Property, SpreadElement } from 'acorn';

/** Code that is not a literal of the recording. */
export class Unexpected extends Error {
  constructor(readonly node: { readonly start: number }) {
    super('the code is not a literal');
  }
}

/** The recorded responses by the names of their variables. */
export type Variables = ReadonlyMap<string, unknown>;

/** Returns the value of a literal, or of a variable of the program. Nothing is evaluated. Throws for other code. */
export function literalValue(node: AnyNode | SpreadElement | null, variables: Variables): unknown {
  switch (node?.type) {
    case 'Literal':
      if ('regex' in node && node.regex) break;
      return node.value;
    case 'UnaryExpression':
      if (node.operator !== '-' || node.argument.type !== 'Literal') break;
      return -Number(node.argument.value);
    case 'ArrayExpression':
      return node.elements.map((one) => literalValue(one, variables));
    case 'ObjectExpression':
      return objectValue(node, variables);
    case 'Identifier':
      if (node.name === 'Infinity') return Number.POSITIVE_INFINITY;
      break;
    case 'MemberExpression':
      return variableValue(node, variables);
    case 'LogicalExpression':
      return parameterValue(node, variables);
  }
  throw new Unexpected(node ?? { start: 0 });
}

const objectValue = ({ properties }: ObjectExpression, variables: Variables): object =>
  Object.fromEntries(
    properties.map((one) => {
      if (one.type !== 'Property' || one.kind !== 'init' || one.method || one.shorthand) throw new Unexpected(one);
      return [keyOf(one), literalValue(one.value, variables)];
    }),
  );

function keyOf({ key, computed }: Property): string {
  if (key.type === 'Identifier' && !computed) return key.name;
  if (key.type !== 'Literal' || typeof key.value === 'object') throw new Unexpected(key);
  return String(key.value);
}

/** `queues.data[0].id` */
function variableValue(node: Expression, variables: Variables): unknown {
  if (node.type === 'Identifier' && variables.has(node.name)) return variables.get(node.name);
  if (node.type !== 'MemberExpression' || node.optional || node.object.type === 'Super') throw new Unexpected(node);
  const { property, computed, object } = node;
  const isName = property.type === 'Identifier' && !computed;
  if (!isName && property.type !== 'Literal') throw new Unexpected(node);
  const owner = Object(variableValue(object, variables));
  const name = isName ? property.name : String(property.type === 'Literal' && property.value);
  return Object.hasOwn(owner, name) ? Reflect.get(owner, name) : undefined;
}

/** `new URLSearchParams(queues.links.next.split('?')[1]).get('page_token') ?? ''` */
function parameterValue(node: AnyNode, variables: Variables): unknown {
  if (node.type !== 'LogicalExpression' || node.operator !== '??') throw new Unexpected(node);
  const { left, right } = node;
  const { link, name } = parameterOf(left);
  if (literalValue(right, variables) !== '') throw new Unexpected(right);
  return new URLSearchParams(String(variableValue(link, variables)).split('?')[1]).get(name) ?? '';
}

function parameterOf(node: Expression): { readonly link: Expression; readonly name: string } {
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    const { object, property } = node.callee;
    const [name] = node.arguments;
    const isGet = property.type === 'Identifier' && property.name === 'get' && node.arguments.length === 1;
    const made =
      object.type === 'NewExpression' && object.callee.type === 'Identifier' ? object.callee.name : undefined;
    if (isGet && object.type === 'NewExpression' && made === 'URLSearchParams' && name?.type === 'Literal') {
      const [query] = object.arguments;
      const link = query && splitLink(query);
      if (link && object.arguments.length === 1) return { link, name: String(name.value) };
    }
  }
  throw new Unexpected(node);
}

/** The link in `link.split('?')[1]`. */
function splitLink(node: AnyNode): Expression | undefined {
  if (node.type !== 'MemberExpression' || node.property.type !== 'Literal' || node.property.value !== 1)
    return undefined;
  const called = node.object;
  if (called.type !== 'CallExpression' || called.callee.type !== 'MemberExpression') return undefined;
  const { object, property, computed } = called.callee;
  const [mark] = called.arguments;
  const isSplit = !computed && property.type === 'Identifier' && property.name === 'split';
  return isSplit && mark?.type === 'Literal' && mark.value === '?' && object.type !== 'Super' ? object : undefined;
}
