import type { AnyNode, Expression } from 'acorn';
import { JavaScriptParser } from '../../../javascript/index.js';
import { ExpressionError } from './budget.js';

const MAX_CHARACTERS = 1024;
/** Far below the depth at which the parser or the interpreter would overflow the stack. */
const MAX_BRACKETS = 64;

const ALLOWED = new Set(
  [
    'Literal TemplateLiteral TemplateElement Identifier MemberExpression ChainExpression CallExpression',
    'UnaryExpression BinaryExpression LogicalExpression ConditionalExpression SequenceExpression',
    'ParenthesizedExpression ArrayExpression ObjectExpression Property SpreadElement ArrowFunctionExpression',
  ].flatMap((line) => line.split(' ')),
);

/** Named as the author of a document knows them. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  AssignmentExpression: 'an assignment',
  UpdateExpression: 'an assignment with ++ or --',
  FunctionExpression: 'the word function',
  ClassExpression: 'a class',
  NewExpression: 'the word new',
  ThisExpression: 'the word this',
  AwaitExpression: 'the word await',
  YieldExpression: 'the word yield',
  ImportExpression: 'import()',
  TaggedTemplateExpression: 'a tagged template',
};

const MAX_KNOWN = 500;
/** The expressions that were parsed last. A text always has the same syntax tree, so this only remembers a result. */
const known = new Map<string, Expression>();

/** Parses one JavaScript expression, or returns the tree of the same text. */
export function readExpression(source: string): Expression {
  const before = known.get(source);
  if (before) return before;
  const read = newExpression(source);
  // The tree of a pattern has a RegExp object, which is not shared.
  if (!source.includes('/')) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(source, read);
  }
  return read;
}

/** Throws an `ExpressionError` if it uses more than expressions of documents may. */
function newExpression(source: string): Expression {
  if (source.length > MAX_CHARACTERS)
    throw new ExpressionError(
      `it has ${source.length.toLocaleString('en-US')} characters; the limit is ${MAX_CHARACTERS.toLocaleString('en-US')}`,
    );
  if (brackets(source) > MAX_BRACKETS)
    throw new ExpressionError(`it is nested more than ${MAX_BRACKETS} brackets deep`);
  const root = parsed(source);
  const rest = source.slice(root.end);
  if (!/^\s*;?\s*$/.test(rest))
    throw new ExpressionError(`only one expression is allowed: remove ${JSON.stringify(rest.trim().slice(0, 40))}`);
  check(root, undefined);
  return root;
}

function parsed(source: string): Expression {
  try {
    return JavaScriptParser.parseExpressionAt(source, 0, { ecmaVersion: 2022, preserveParens: true });
  } catch (error) {
    if (error instanceof RangeError) throw new ExpressionError('it is nested too deeply');
    if (!(error instanceof SyntaxError)) throw error;
    throw new ExpressionError(`it is not JavaScript: ${error.message.replace(/ \(1:(\d+)\)$/, ' at character $1')}`);
  }
}

function brackets(source: string): number {
  let depth = 0;
  let deepest = 0;
  for (const letter of source) {
    if ('([{'.includes(letter)) deepest = Math.max(deepest, ++depth);
    else if (')]}'.includes(letter)) depth--;
  }
  return deepest;
}

function check(node: AnyNode, parent: AnyNode | undefined): void {
  if (!ALLOWED.has(node.type)) throw new ExpressionError(`${FORBIDDEN[node.type] ?? node.type} is not allowed`);
  const problem = problemOf(node, parent);
  if (problem) throw new ExpressionError(problem);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) check(child, node);
}

function problemOf(node: AnyNode, parent: AnyNode | undefined): string | undefined {
  switch (node.type) {
    case 'UnaryExpression':
      return node.operator === 'delete' ? 'the word delete is not allowed' : undefined;
    case 'Literal':
      return node.bigint === undefined ? undefined : 'an integer with n is not allowed';
    case 'Property': {
      if (node.kind !== 'init' || node.method) return 'a method in an object is not allowed';
      const name =
        node.key.type === 'Identifier' ? node.key.name : node.key.type === 'Literal' ? node.key.value : undefined;
      return !node.computed && name === '__proto__' ? 'the key __proto__ is not allowed' : undefined;
    }
    case 'ArrowFunctionExpression': {
      if (parent?.type !== 'CallExpression' || parent.callee === node)
        return 'a function is only allowed as an argument of a method, such as list.map((item) => item.name)';
      if (node.async || !node.expression) return 'a function must be one expression: (item) => item.name';
      return node.params.every(({ type }) => type === 'Identifier')
        ? undefined
        : 'the parameters of a function must be plain names';
    }
    default:
      return undefined;
  }
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
