import type { AnyNode, Property } from 'acorn';
import { JavaScriptParser } from '../../javascript/index.js';

/** A value in source code, with its place. */
export interface CodeValue {
  readonly start: number;
  readonly end: number;
  /** The value of a literal. */
  readonly literal?: unknown;
  readonly items?: readonly (CodeValue | undefined)[];
  readonly fields?: readonly CodeField[];
}

export interface CodeField {
  readonly name: string;
  readonly key: Pick<CodeValue, 'start' | 'end'>;
  readonly value: CodeValue;
  /** Whether the field is written without a value, such as `{ name }`. */
  readonly isShorthand: boolean;
}

/** Returns the arguments of a call in JavaScript with their places. Returns undefined for any other code. */
export function callSpans(code: string): readonly CodeValue[] | undefined {
  try {
    const node = JavaScriptParser.parseExpressionAt(code, 0, {
      ecmaVersion: 'latest',
      allowAwaitOutsideFunction: true,
    });
    if (node.type !== 'CallExpression' || node.end !== code.length) return undefined;
    return node.arguments.some(({ type }) => type === 'SpreadElement') ? undefined : node.arguments.map(codeValue);
  } catch (error) {
    // A RangeError: the code is nested too deeply.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function codeValue(node: AnyNode): CodeValue {
  const { start, end } = node;
  if (node.type === 'Literal') return { start, end, literal: node.value };
  if (node.type === 'ArrayExpression')
    return { start, end, items: node.elements.map((item) => (item ? codeValue(item) : undefined)) };
  if (node.type !== 'ObjectExpression') return { start, end };
  const fields = node.properties.flatMap((one) => (one.type === 'Property' ? codeField(one) : []));
  // Some names are not known without running code.
  return fields.length < node.properties.length ? { start, end } : { start, end, fields };
}

function codeField({ key, value, computed, shorthand, method, kind }: Property): CodeField[] {
  if (computed || method || kind !== 'init') return [];
  const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
  return [{ name, key, value: codeValue(value), isShorthand: shorthand }];
}
