import type { AnyNode, Program } from 'acorn';
import { binds, lexicalIn, varsIn } from '../compile/bindings.js';
import { parse } from './parse.js';
import { readSource } from './read-source.js';
import { walk } from './walk.js';

/** The names of a piece of code that are the session's: parameters and what is declared in a block are its own. */
export interface Names {
  readonly used: ReadonlySet<string>;
  readonly declared: ReadonlySet<string>;
}

/** Of plain JavaScript, at once; undefined when it is anything else. */
export function namesOf(source: string): Names | undefined {
  try {
    return namesOfProgram(parse(source));
  } catch {
    return undefined;
  }
}

/** Of whatever can be run; undefined when nothing can read it. */
export async function readNames(source: string): Promise<Names | undefined> {
  try {
    return namesOfProgram((await readSource(source, { filename: 'names' })).program);
  } catch {
    return undefined;
  }
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

/** `b` in `a.b`, `{ b: 1 }` and `break b` is no name of a value. */
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
