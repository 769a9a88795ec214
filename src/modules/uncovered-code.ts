import { SourceMap } from 'node:module';
import type { AnyNode } from 'acorn';
import type { Loader } from 'esbuild';
import { JavaScriptParser } from '../javascript/index.js';
import { attempt, withEsbuild } from '../util/index.js';

/** Code that loads what static analysis cannot determine, or that depends on the path of its file. */
export interface Finding {
  readonly kind: 'loads' | 'own path';
  readonly what: string;
  /** `line` and `column` start at 1. */
  readonly line: number;
  readonly column: number;
}

/** A file without any of these words is not parsed. */
const SUSPECT =
  /\bimport\s*\(|\bimport\.meta\b|\brequire\b|__dirname|__filename|\b(?:binding|_linkedBinding|dlopen|getBuiltinModule)\b/;
const NATIVE = ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule'];

/** In characters. Parsing a larger file would delay the start too much. */
const MAX_PARSED = 2 * 1024 * 1024;

/** Finds code that a bundle cannot contain. Text that cannot be parsed counts as `loads`. */
export async function findUncovered(text: string, loader: Loader): Promise<Finding[]> {
  if (!SUSPECT.test(text)) return [];
  if (text.length > MAX_PARSED) return [UNREADABLE];
  const plain = loader === 'js' ? parsed(text) : undefined;
  if (plain) return found(plain).map((one) => ({ ...one, ...startOf(one.node) }));

  const options = { loader, target: 'es2022', platform: 'node', sourcemap: 'external', logLevel: 'silent' } as const;
  const { code, map } = await withEsbuild(({ transform }) => transform(text, options));
  const program = parsed(code);
  if (!program) return [UNREADABLE];
  const origins = new SourceMap(JSON.parse(map));
  return found(program).map((one) => {
    const { line, column } = startOf(one.node);
    const origin = origins.findEntry(line - 1, column - 1);
    return 'originalLine' in origin
      ? { ...one, line: origin.originalLine + 1, column: origin.originalColumn + 1 }
      : { ...one, line, column };
  });
}

const UNREADABLE: Finding = { kind: 'loads', what: 'code that cannot be read', line: 1, column: 1 };

const startOf = ({ loc }: AnyNode) => ({ line: loc?.start.line ?? 1, column: (loc?.start.column ?? 0) + 1 });

function parsed(code: string): AnyNode | undefined {
  for (const sourceType of ['module', 'script'] as const) {
    const options = { allowReturnOutsideFunction: true, allowHashBang: true } as const;
    // A script allows syntax that a module does not, such as `with`.
    const program = attempt(() =>
      JavaScriptParser.parse(code, { ecmaVersion: 'latest', sourceType, locations: true, ...options }),
    );
    if (program) return program;
  }
  return undefined;
}

interface FoundNode extends Pick<Finding, 'kind' | 'what'> {
  readonly node: AnyNode;
}

function found(program: AnyNode): FoundNode[] {
  const findings: FoundNode[] = [];
  const stack: { node: AnyNode; parent: AnyNode | undefined }[] = [{ node: program, parent: undefined }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node, parent } = top;
    const finding = findingAt(node, parent);
    if (finding) findings.push({ ...finding, node });
    for (const child of Object.values(node).flat()) if (isNode(child)) stack.push({ node: child, parent: node });
  }
  return findings.sort((a, b) => a.node.start - b.node.start);
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function findingAt(node: AnyNode, parent: AnyNode | undefined): Pick<Finding, 'kind' | 'what'> | undefined {
  if (node.type === 'ImportExpression' && !isText(node.source)) return loads('import() of a computed path');
  if (node.type === 'MetaProperty' && node.meta.name === 'import') return { kind: 'own path', what: 'import.meta' };
  if (node.type === 'MemberExpression' && NATIVE.includes(propertyOf(node)) && isProcess(node.object))
    return loads(`process.${propertyOf(node)}`);
  if (node.type !== 'Identifier' || isMereName(node, parent)) return undefined;
  if (node.name === '__dirname' || node.name === '__filename') return { kind: 'own path', what: node.name };
  return node.name === 'require' ? requireAt(node, parent) : undefined;
}

/** `require('./x.js')` is covered. Any other use of `require` except `typeof` may load anything. */
function requireAt(node: AnyNode, parent: AnyNode | undefined): Pick<Finding, 'kind' | 'what'> | undefined {
  if (parent?.type === 'UnaryExpression' && parent.operator === 'typeof') return undefined;
  if (parent?.type !== 'CallExpression' || parent.callee !== node) return loads('require as a value');
  const [id] = parent.arguments;
  return id && isText(id) ? undefined : loads('require() of a computed path');
}

const loads = (what: string) => ({ kind: 'loads', what }) as const;

/** Returns whether an identifier is the name of a property, key or parameter, and so not a use of the variable. */
const isMereName = (node: AnyNode, parent: AnyNode | undefined): boolean =>
  (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
  ((parent?.type === 'Property' || parent?.type === 'MethodDefinition') && parent.key === node && !parent.computed) ||
  ((parent?.type === 'FunctionExpression' || parent?.type === 'ArrowFunctionExpression') &&
    parent.params.includes(node as never));

const nameOf = (node: AnyNode): string => (node.type === 'Identifier' ? node.name : '');

const propertyOf = (node: AnyNode & { type: 'MemberExpression' }): string =>
  node.computed ? (isText(node.property) ? textOf(node.property) : '') : nameOf(node.property as AnyNode);

const isProcess = (node: AnyNode): boolean =>
  nameOf(node) === 'process' || (node.type === 'MemberExpression' && propertyOf(node) === 'process');

const isText = (node: AnyNode): boolean =>
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'TemplateLiteral' && node.expressions.length === 0);

const textOf = (node: AnyNode): string => {
  if (node.type === 'Literal') return String(node.value);
  return node.type === 'TemplateLiteral' ? (node.quasis[0]?.value.cooked ?? '') : '';
};
