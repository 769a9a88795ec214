import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** The titles of a test: those of its `describe` blocks, and its own last. Generated titles keep their placeholders. */
type Titles = readonly string[];

/** Returns whether a proof, such as `block > test`, names a test of the file. The end of the last title may be missing. */
export function testFinder(file: string, known: ReadonlySet<string>): (proof: string) => boolean {
  const source = readFileSync(file, 'utf8');
  const tests = titlesIn(file, source).map((titles) => titles.join(' > '));
  const isReal = (filled: string) => known.has(unquoted(filled)) || unquoted(source).includes(unquoted(filled));
  return (proof) => {
    const started = tests.filter((titles) => !PLACEHOLDER.test(titles) && titles.startsWith(proof));
    if (started.length > 0) return started.length === 1 || started.includes(proof);
    return tests.some((titles) => patternOf(titles).exec(proof)?.slice(1).every(isReal) ?? false);
  };
}

/** Removes what differs between a value in the source and in a title. */
const unquoted = (text: string) => text.replace(/["'`\s]/g, '');

/** What vitest replaces in the title of `each`, and what a template replaces. */
const PLACEHOLDER = /%[sdifjo#]|\$\{\}|\$\w+/;

const patternOf = (titles: string) =>
  new RegExp(
    `^${titles
      .split(PLACEHOLDER)
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('(.+)')}$`,
  );

function titlesIn(file: string, source: string): Titles[] {
  const found: Titles[] = [];
  const visit = (node: ts.Node, blocks: Titles): void => {
    const [kind, title] = ts.isCallExpression(node) ? titleOf(node) : [];
    const titles = title === undefined ? blocks : [...blocks, title];
    if (title !== undefined && kind !== 'describe') found.push(titles);
    else ts.forEachChild(node, (child) => visit(child, titles));
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest), []);
  return found;
}

/** Reads `it('…')`, `describe.each(…)('…')` and the like. */
function titleOf({ expression, arguments: [first] }: ts.CallExpression): [kind?: string, title?: string] {
  let callee: ts.Node = expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) {
    // A test that does not run proves nothing.
    if (ts.isPropertyAccessExpression(callee) && ['skip', 'todo'].includes(callee.name.text)) return [];
    callee = callee.expression;
  }
  if (!ts.isIdentifier(callee) || !['it', 'test', 'describe'].includes(callee.text) || !first) return [];
  if (ts.isStringLiteralLike(first)) return [callee.text, first.text];
  if (!ts.isTemplateExpression(first)) return [];
  return [callee.text, first.head.text + first.templateSpans.map(({ literal }) => `\${}${literal.text}`).join('')];
}
