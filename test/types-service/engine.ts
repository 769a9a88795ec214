import { join } from 'node:path';
import { type Compiler, loadCompiler } from '../../src/types/compiler.js';
import { findNodeTypes } from '../../src/types/source-files.js';
import { createTypeEngine, type TypeEngine } from '../../src/types/type-engine.js';
import { packageRoot } from '../../src/util/index.js';

export interface OpenOptions {
  readonly compiler?: Compiler;
  readonly user?: string;
  readonly withNodeTypes?: boolean;
}

/** The compiler that is installed for the tests. */
export function installedCompiler(): Compiler {
  const compiler = loadCompiler();
  if ('reason' in compiler) throw new Error(compiler.reason);
  return compiler;
}

/** Opens an engine with the published declarations, as the worker does. */
export function openEngine(options: OpenOptions = {}): TypeEngine {
  const { compiler = installedCompiler(), user = import.meta.dirname, withNodeTypes = true } = options;
  const root = packageRoot();
  const node = withNodeTypes ? findNodeTypes(root, compiler.ts.version) : undefined;
  const folders = { declarations: join(root, 'dist', 'types'), lib: compiler.libFolder, node, user };
  return createTypeEngine({ compiler, folders, variables: ['PATH', 'PLATFORM_SPACE'] });
}

/** Completes at the `|` in the code. */
export function completeAt(engine: TypeEngine, code: string) {
  const cursor = code.indexOf('|');
  const source = code.slice(0, cursor) + code.slice(cursor + 1);
  const found = engine.complete(source, cursor);
  return { source, cursor, found, names: found?.items.map(({ text }) => text) ?? [] };
}

/** Asks for the signature at the `|` in the code. */
export function signatureAt(engine: TypeEngine, code: string) {
  const cursor = code.indexOf('|');
  return engine.signature(code.slice(0, cursor) + code.slice(cursor + 1), cursor);
}
