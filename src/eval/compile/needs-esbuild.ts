import type { Program } from 'acorn';
import { walk } from '../parse/walk.js';

/**
 * Returns whether source that parses as JavaScript may mean something else in TypeScript: acorn reads `f<T>(x)` as two
 * comparisons. Any `<` before a `>` that is followed by `(` or a template counts. A false positive only costs loading
 * esbuild.
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

/** Returns whether `using` appears below the top level. The session disposes of top-level ones without esbuild. */
export function hasNestedUsing(program: Program): boolean {
  const top = new Set<unknown>(program.body);
  let found = false;
  walk(program, (node) => {
    if (node.type === 'VariableDeclaration' && node.kind.endsWith('using') && !top.has(node)) found = true;
  });
  return found;
}
