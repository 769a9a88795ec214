import type { AnyNode, Program } from 'acorn';
import { attempt } from '../../util/index.js';
import { binds, lexicalIn, varsIn } from './bindings.js';
import { parse } from './parse.js';
import { readSource } from './read-source.js';
import { walk } from './walk.js';

/** The names in a piece of code that belong to the session, not to parameters or blocks. */
export interface Names {
  readonly used: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
}

/** Returns the names in plain JavaScript, synchronously. Returns undefined for anything else. */
export const namesOf = (source: string): Names | undefined => attempt(() => namesOfProgram(parse(source)));

/** Returns the names in JavaScript or TypeScript. Returns undefined for source that cannot be parsed. */
export async function readNames(source: string): Promise<Names | undefined> {
  const read = await readSource(source, { filename: 'names' }).catch(() => undefined);
  return read && attempt(() => namesOfProgram(read.program));
}

function namesOfProgram(program: Program): Names {
  const used = new Set<string>();
  walk(program, (node, path) => {
    if (node.type !== 'Identifier' || used.has(node.name) || isLabel(node, path.at(-2))) return;
    if (!path.some((around) => binds(around, node.name))) used.add(node.name);
  });
  const imported = program.body.flatMap((statement) =>
    statement.type === 'ImportDeclaration' ? statement.specifiers.map(({ local }) => local.name) : [],
  );
  return { used, declared: new Set([...lexicalIn(program.body), ...varsIn(program), ...imported]) };
}

/** Returns whether an identifier does not refer to a variable: `b` in `a.b`, `{ b: 1 }` and `break b`. */
function isLabel(node: AnyNode, parent: AnyNode | undefined): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.property === node && !parent.computed;
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return parent.key === node && !parent.computed;
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      return true;
    default:
      return (
        /^(Im|Ex)port\w*Specifier$/.test(parent?.type ?? '') && !(parent && 'local' in parent && parent.local === node)
      );
  }
}
