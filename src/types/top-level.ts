import type typescript from 'typescript';
import type { TypeScript } from './compiler.js';

export interface TopLevel {
  /** The names that the input declares, except those that it exports itself. */
  readonly declared: ReadonlySet<string>;
  readonly exported: ReadonlySet<string>;
  /** Whether a name is declared by a `var` in a block. The compiler writes no declaration for it. */
  readonly hasNestedVar: boolean;
  /** The offset of the last statement if it is an expression. Its value is the value of the input. */
  readonly valueAt: number | undefined;
  /** The name that the last statement assigns to: `x` in `x = 1`. */
  readonly assigned: string | undefined;
}

export function topLevelOf(ts: TypeScript, source: string): TopLevel {
  const file = ts.createSourceFile('input.ts', source, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
  const declared = new Set<string>();
  const exported = new Set<string>();
  let hasNestedVar = false;
  for (const statement of file.statements) {
    const nested = isDeclaration(ts, statement) ? [] : varsIn(ts, statement);
    if (nested.length > 0) hasNestedVar = true;
    for (const name of nested) declared.add(name);
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    for (const name of namesIn(ts, statement)) (isExported ? exported : declared).add(name);
  }
  const last = file.statements.at(-1);
  const value = last && ts.isExpressionStatement(last) ? last : undefined;
  return {
    declared,
    exported,
    hasNestedVar,
    valueAt: value?.getStart(file),
    assigned: value && assignedBy(ts, value.expression),
  };
}

function namesIn(ts: TypeScript, statement: typescript.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(ts, name));
  if (ts.isImportDeclaration(statement)) return importedNames(ts, statement);
  if (!isNamed(ts, statement)) return [];
  return statement.name && ts.isIdentifier(statement.name) ? [statement.name.text] : [];
}

function isNamed(ts: TypeScript, statement: typescript.Statement) {
  return (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isModuleDeclaration(statement)
  );
}

const isDeclaration = (ts: TypeScript, statement: typescript.Statement) =>
  ts.isVariableStatement(statement) || ts.isImportDeclaration(statement) || isNamed(ts, statement);

/** Returns the names of `var` declarations in the blocks of a statement, such as `for (var i …)`. */
function varsIn(ts: TypeScript, root: typescript.Node): string[] {
  const names: string[] = [];
  const visit = (node: typescript.Node) => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.BlockScoped) === 0)
      for (const { name } of node.declarations) names.push(...boundNames(ts, name));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(root, visit);
  return names;
}

function boundNames(ts: TypeScript, name: typescript.BindingName): string[] {
  if (ts.isIdentifier(name)) return name.text === '' ? [] : [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(ts, element.name)));
}

function importedNames(ts: TypeScript, { importClause }: typescript.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  const named = !bindings ? [] : ts.isNamespaceImport(bindings) ? [bindings] : bindings.elements;
  return [importClause, ...named].flatMap((one) => one?.name?.text ?? []);
}

function assignedBy(ts: TypeScript, expression: typescript.Expression): string | undefined {
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
  return ts.isIdentifier(expression.left) ? expression.left.text : undefined;
}
