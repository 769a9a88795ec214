import type typescript from 'typescript';
import { nearest } from '../util/index.js';
import type { TypeScript } from './compiler.js';
import type { MisspeltMember } from './messages.js';

/** An object has no such property. */
const NO_PROPERTY = [2339, 2551];
const MAX_MEMBERS = 3;

export interface CheckedSource {
  readonly ts: TypeScript;
  readonly service: typescript.LanguageService;
  readonly path: string;
  /** The offset of the source in the virtual file. */
  readonly offset: number;
}

/** Returns the members that a source reads and that the type of their object does not have. */
export function misspeltMembers({ ts, service, path, offset }: CheckedSource): MisspeltMember[] {
  const found = service.getSemanticDiagnostics(path).filter(({ code }) => NO_PROPERTY.includes(code));
  const program = service.getProgram();
  const file = program?.getSourceFile(path);
  if (found.length === 0 || !program || !file) return [];
  const checker = program.getTypeChecker();
  const members = found.flatMap(({ start = -1 }): MisspeltMember[] => {
    const access = start < offset ? undefined : accessAt(ts, file, start);
    if (!access || isAssigned(ts, access)) return [];
    const name = access.name.text;
    const type = checker.getNonNullableType(checker.getTypeAtLocation(access.expression));
    // One form of a union can have it.
    if (type.isUnion() && type.types.some((one) => checker.getPropertyOfType(one, name))) return [];
    // The compiler finds no transposed letters in a short name.
    const names = checker.getPropertiesOfType(type).map((one) => one.name);
    const meant = nearest(name, names);
    return meant === undefined ? [] : [{ object: access.expression.getText(file), name, meant }];
  });
  return members.slice(0, MAX_MEMBERS);
}

function accessAt(
  ts: TypeScript,
  file: typescript.SourceFile,
  start: number,
): typescript.PropertyAccessExpression | undefined {
  const find = (node: typescript.Node): typescript.PropertyAccessExpression | undefined =>
    ts.isPropertyAccessExpression(node) && node.name.getStart(file) === start
      ? node
      : ts.forEachChild(node, (child) => (child.pos <= start && start < child.end ? find(child) : undefined));
  return find(file);
}

/** An assignment to a new property creates it. */
function isAssigned(ts: TypeScript, access: typescript.PropertyAccessExpression): boolean {
  const { parent } = access;
  return (
    ts.isDeleteExpression(parent) ||
    (ts.isBinaryExpression(parent) && parent.left === access && isAssignment(ts, parent))
  );
}

const isAssignment = (ts: TypeScript, { operatorToken: { kind } }: typescript.BinaryExpression) =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
