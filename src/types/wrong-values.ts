import type typescript from 'typescript';
import type { WrongValue } from './messages.js';
import type { CheckedSource } from './misspelt-members.js';

/** A value cannot be assigned to a variable of another type. */
const NOT_ASSIGNABLE = 2322;
const MAX_VALUES = 3;

/**
 * Returns the variables that a source declares or assigns with a value of another type: `const n: number = 'x'`. Only for
 * primitive types, because those of responses may know less than the platform.
 */
export function wrongValues({ ts, service, path, offset }: CheckedSource): WrongValue[] {
  const found = service.getSemanticDiagnostics(path).filter(({ code }) => code === NOT_ASSIGNABLE);
  const program = service.getProgram();
  const file = program?.getSourceFile(path);
  if (found.length === 0 || !program || !file) return [];
  const checker = program.getTypeChecker();
  const values = found.flatMap(({ start = -1 }): WrongValue[] => {
    const place = start < offset ? undefined : assignmentAt(ts, file, start);
    if (!place) return [];
    const [declared, given] = [place.name, place.value].map((node) =>
      checker.getBaseTypeOfLiteralType(checker.getTypeAtLocation(node)),
    );
    if (!declared || !given || ![declared, given].every((type) => isPrimitive(ts, type))) return [];
    const [one, other] = [checker.typeToString(declared), checker.typeToString(given)];
    return one === other ? [] : [{ variable: place.name.getText(file), declared: one, given: other }];
  });
  return values.slice(0, MAX_VALUES);
}

const isPrimitive = (ts: typeof typescript, { flags }: typescript.Type): boolean =>
  (flags & (ts.TypeFlags.String | ts.TypeFlags.Number | ts.TypeFlags.Boolean | ts.TypeFlags.BigInt)) !== 0;

interface Assignment {
  readonly name: typescript.Node;
  readonly value: typescript.Node;
}

function assignmentAt(ts: typeof typescript, file: typescript.SourceFile, start: number): Assignment | undefined {
  const find = (node: typescript.Node): Assignment | undefined =>
    partsOf(ts, node, file, start) ??
    ts.forEachChild(node, (child) => (child.pos <= start && start < child.end ? find(child) : undefined));
  return find(file);
}

function partsOf(
  ts: typeof typescript,
  node: typescript.Node,
  file: typescript.SourceFile,
  start: number,
): Assignment | undefined {
  const isHere = (name: typescript.Node) => ts.isIdentifier(name) && name.getStart(file) === start;
  if (ts.isVariableDeclaration(node) && node.initializer && isHere(node.name))
    return { name: node.name, value: node.initializer };
  const isAssignment = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isAssignment && isHere(node.left) ? { name: node.left, value: node.right } : undefined;
}
