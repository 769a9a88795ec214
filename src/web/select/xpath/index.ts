import type { HtmlNode } from '../../html/parse-html.js';
import { evaluateXPath } from './evaluate.js';
import { FUNCTIONS } from './functions.js';
import { type Expression, parseXPath } from './parse.js';
import { XPathError } from './tokens.js';

/** Compiles an expression. Problems are reported here, not on the first page. */
export function compileXPath(expression: string): (root: HtmlNode) => string[] {
  const tree = parseXPath(expression);
  checkCalls(tree);
  return (root) => evaluateXPath(tree, root);
}

function checkCalls(tree: Expression): void {
  if (tree.kind === 'call') {
    const known = Object.hasOwn(FUNCTIONS, tree.name) ? FUNCTIONS[tree.name] : undefined;
    if (!known) throw new XPathError(`unknown function ${tree.name}()`);
    const [least, max] = known.takes;
    if (tree.args.length < least || tree.args.length > max)
      throw new XPathError(`${tree.name}() takes ${least === max ? least : `${least} to ${max}`} arguments`);
  }
  for (const part of partsOf(tree)) checkCalls(part);
}

function partsOf(tree: Expression): readonly Expression[] {
  switch (tree.kind) {
    case 'literal':
      return [];
    case 'call':
      return tree.args;
    case 'operation':
      return [tree.left, tree.right];
    case 'filter':
      return [tree.of, ...tree.predicates];
    case 'path':
      return [
        ...(typeof tree.from === 'string' ? [] : [tree.from]),
        ...tree.steps.flatMap(({ predicates }) => predicates),
      ];
  }
}
