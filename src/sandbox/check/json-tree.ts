import type { AnyNode, Expression, SpreadElement } from 'acorn';
import { JavaScriptParser } from '../../javascript/index.js';
import { attempt } from '../../util/index.js';
import type { SourceNode } from './source-tree.js';

interface Mistake {
  readonly message: string;
  readonly index: number;
}

export type JsonTree = { readonly tree: SourceNode } | { readonly mistake: Mistake };

/**
 * Reads a text of limited depth as JSON, with the positions of its values. JSON is a part of JavaScript, whose parser finds
 * where it is wrong.
 */
export function readJsonTree(text: string): JsonTree {
  const commas: number[] = [];
  const comments: number[] = [];
  let root: Expression;
  try {
    root = JavaScriptParser.parseExpressionAt(text, 0, {
      ecmaVersion: 2022,
      onTrailingComma: (index) => commas.push(index),
      onComment: (_isBlock, _text, index) => comments.push(index),
    });
  } catch (error) {
    return { mistake: mistakeOf(error, text) };
  }
  const rest = text.slice(root.end).search(/\S/);
  const mistakes: Mistake[] = [
    ...commas.map((index) => ({ index, message: 'a comma before the closing bracket is not allowed in JSON' })),
    ...comments.map((index) => ({ index, message: 'comments are not allowed in JSON' })),
    ...notJson(root, text),
    ...(rest === -1 ? [] : [{ index: root.end + rest, message: 'there is text after the end of the document' }]),
  ];
  const [first] = mistakes.sort((a, b) => a.index - b.index);
  return first ? { mistake: first } : { tree: treeOf(root) };
}

function mistakeOf(error: unknown, text: string): Mistake {
  const index = error instanceof SyntaxError && 'pos' in error ? Number(error.pos) : 0;
  const next = text.slice(index).trimStart()[0];
  const before = text.slice(0, index).trimEnd().at(-1) ?? '';
  if (/Unterminated string/.test(String(error))) return { index, message: 'the text has no closing quote in its line' };
  if (next === undefined) return { index: text.trimEnd().length, message: 'the document ends before it is complete' };
  if (!/[,:[{(]/.test(before) && /["[{\w-]/.test(next))
    return { index, message: `a comma or a colon is missing before ${next}` };
  return { index, message: `${next} is not expected here` };
}

/** The parts of an expression that JavaScript allows and JSON does not. */
function* notJson(node: AnyNode, text: string): Generator<Mistake> {
  const raw = text.slice(node.start, node.end);
  switch (node.type) {
    case 'ObjectExpression':
      for (const property of node.properties) {
        if (property.type !== 'Property' || property.kind !== 'init' || property.method || property.computed)
          yield { index: property.start, message: 'the object must have names in quotes, with their values' };
        else {
          if (property.key.type !== 'Literal' || text[property.key.start] !== '"')
            yield {
              index: property.key.start,
              message: `the name ${shown(property.key, text)} must be in double quotes`,
            };
          else yield* notJson(property.key, text);
          if (!property.shorthand) yield* notJson(property.value, text);
        }
      }
      return;
    case 'ArrayExpression':
      for (const item of node.elements)
        if (item) yield* notJson(item, text);
        else yield { index: node.start, message: 'the list has a comma without a value' };
      return;
    case 'UnaryExpression':
    case 'Literal':
      if (attempt(() => [JSON.parse(raw)]) !== undefined) return;
      if (raw.startsWith("'")) yield { index: node.start, message: 'text must be in double quotes' };
      else yield { index: node.start, message: `${shown(node, text)} is not a value of JSON` };
      return;
    default:
      yield { index: node.start, message: `${shown(node, text)} is not a value of JSON` };
  }
}

const MAX_SHOWN = 40;
const shown = ({ start, end }: AnyNode, text: string) => {
  const [line = ''] = text.slice(start, end).split('\n');
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
};

function treeOf(node: Expression | SpreadElement): SourceNode {
  const { start, end } = node;
  if (node.type === 'ArrayExpression')
    return { start, end, items: node.elements.flatMap((one) => one ?? []).map(treeOf) };
  if (node.type !== 'ObjectExpression') return { start, end };
  const fields = node.properties.flatMap((one) =>
    one.type === 'Property' && one.key.type === 'Literal'
      ? [[String(one.key.value), { key: one.key.start, value: treeOf(one.value) }] as const]
      : [],
  );
  return { start, end, fields: new Map(fields) };
}
