import type { AnyNode } from 'acorn';
import { ExpressionError } from '../engine/expression/budget.js';
import { CONSTANTS, FUNCTIONS } from '../engine/expression/functions.js';
import { hasPlaceholder } from '../engine/expression/index.js';
import { placeholders } from '../engine/expression/placeholders.js';
import { readExpression } from '../engine/expression/read-expression.js';
import { isPath } from '../engine/expression/scope.js';

/** A path of names that a text reads, such as `customer`, `name`. */
export type Path = readonly [root: string, ...keys: string[]];

/** What a text reads, and the expressions in it that are not valid. */
export interface References {
  readonly paths: readonly Path[];
  readonly problems: readonly string[];
}

const BUILT_IN = new Set([...Object.keys(FUNCTIONS), ...Object.keys(CONSTANTS)].map((name) => name.split('.')[0]));

/** The variables in the placeholders of a text. */
export function referencesIn(text: string): References {
  if (!hasPlaceholder(text)) return { paths: [], problems: [] };
  const { parts, open } = placeholders(text);
  const found = parts.flatMap((part) => (typeof part === 'string' ? [] : [ofBody(part.body)]));
  const unclosed = open === undefined ? [] : [`${JSON.stringify(open)} has no closing brace`];
  return {
    paths: found.flatMap(({ paths }) => paths),
    problems: [...unclosed, ...found.flatMap((one) => one.problems)],
  };
}

function ofBody(body: string): References {
  // The inner placeholders decide what the rest reads. A template in backquotes has its own placeholders.
  if (hasPlaceholder(body) && !body.includes('`')) return referencesIn(body);
  const source = body.trim();
  if (isPath(source) && !source.includes('-')) return { paths: pathsOf(source), problems: [] };
  if (isPath(source)) return { paths: [], problems: [] };
  const { paths, problems } = referencesOf(source);
  return { paths, problems: problems.map((one) => `\${${body}}: ${one}`) };
}

/** The path of a bare name, such as `customer.list[0].name`. */
export function pathsOf(text: string): Path[] {
  if (!isPath(text)) return [];
  const [root, ...keys] = text.split(/[.[\]]+/).filter((key) => key !== '');
  return root === undefined || BUILT_IN.has(root) ? [] : [[root, ...keys]];
}

/** The variables of an expression. */
export function referencesOf(source: string): References {
  try {
    return { paths: [...pathsIn(readExpression(source), new Set())], problems: [] };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { paths: [], problems: [error.message] };
  }
}

function* pathsIn(node: AnyNode, locals: ReadonlySet<string>): Generator<Path> {
  if (node.type === 'ArrowFunctionExpression') {
    const own = node.params.flatMap((one) => (one.type === 'Identifier' ? [one.name] : []));
    yield* pathsIn(node.body, new Set([...locals, ...own]));
  } else if (node.type === 'Identifier' || node.type === 'MemberExpression') {
    const path = pathOf(node);
    if (path && !locals.has(path[0]) && !BUILT_IN.has(path[0])) yield path;
    if (!path) yield* pathsInside(node, locals);
  } else if (node.type === 'UnaryExpression' && node.operator === 'typeof') {
    // It is allowed to name what does not exist.
  } else if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    yield* pathsIn(node.callee.object, locals);
    for (const one of node.arguments) yield* pathsIn(one, locals);
  } else yield* pathsInside(node, locals);
}

function* pathsInside(node: AnyNode, locals: ReadonlySet<string>): Generator<Path> {
  for (const [name, value] of Object.entries(node)) {
    const isName = (name === 'key' || name === 'property') && 'computed' in node && !node.computed;
    if (isName) continue;
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* pathsIn(one, locals);
  }
}

/** The names of a chain such as `customer.address.city`. */
function pathOf(node: AnyNode): Path | undefined {
  if (node.type === 'Identifier') return [node.name];
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined;
  const before = pathOf(node.object);
  return before && [...before, node.property.name];
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
