import type { AnyNode, Node, Program } from 'acorn';
import { fullAncestor } from 'acorn-walk';
import { binds, lexicalIn, varsIn } from './bindings.js';
import { parse } from './parse.js';
import { readSource } from './read-source.js';

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
  fullAncestor(program, (node: Node, _state, path) => {
    const { type, name } = node as AnyNode & { name: string };
    if (type === 'Identifier' && !(path as AnyNode[]).some((around) => binds(around, name))) used.add(name);
  });
  const imported = program.body.flatMap((statement) =>
    statement.type === 'ImportDeclaration' ? statement.specifiers.map(({ local }) => local.name) : [],
  );
  return { used, declared: new Set([...lexicalIn(program.body), ...varsIn(program), ...imported]) };
}
