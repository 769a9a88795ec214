import type { Program } from 'acorn';
import { walk } from '../parse/walk.js';

/**
 * Whether text that parses as JavaScript means something else in TypeScript: `f<T>(x)` is two comparisons to acorn.
 * Any `<` before a `>` that is followed by `(` or a template counts; a wrong guess only costs loading esbuild.
 */
export function mayBeGenericCall(program: Program, source: string): boolean {
  let opened = Number.POSITIVE_INFINITY;
  const closed: number[] = [];
  walk(program, (node) => {
    if (node.type !== 'BinaryExpression') return;
    if (node.operator === '<') opened = Math.min(opened, node.left.end);
    if (node.operator === '>' && '(`'.includes(source.charAt(node.right.start))) closed.push(node.right.start);
  });
  return closed.some((at) => at > opened);
}

/** Whether `using` stands anywhere but at the top of the input, where the session disposes of it. */
export function hasNestedUsing(program: Program): boolean {
  const top = new Set<unknown>(program.body);
  let found = false;
  walk(program, (node) => {
    if (node.type === 'VariableDeclaration' && node.kind.endsWith('using') && !top.has(node)) found = true;
  });
  return found;
}
