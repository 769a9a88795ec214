import ts from 'typescript';

/** What code takes from a module. `*` for all names. */
export function importedNames(code: string, isModule: (specifier: string) => boolean): string[] {
  const names: string[] = [];
  const isMeant = (node: ts.Node | undefined) =>
    node !== undefined && ts.isStringLiteralLike(node) && isModule(node.text);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && isMeant(node.moduleSpecifier)) names.push(...importedBy(node.importClause));
    if (ts.isExportDeclaration(node) && isMeant(node.moduleSpecifier)) names.push('*');
    // `import()`, `require` and `getBuiltinModule`.
    if (ts.isCallExpression(node) && isMeant(node.arguments[0])) names.push(...destructured(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('code.tsx', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return names;
}

export const isFs = (specifier: string): boolean => /^(?:node:)?fs(?:\/promises)?$/.test(specifier);

/** Whether code may import `node:fs`. Parsing all files would take seconds. */
export const mentionsFs = (code: string): boolean => /['"`](?:node:)?fs(?:\/promises)?['"`]/.test(code);

function importedBy(clause: ts.ImportClause | undefined): string[] {
  if (!clause || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
  const { name, namedBindings } = clause;
  const own = name ? ['default'] : [];
  if (!namedBindings) return own;
  if (ts.isNamespaceImport(namedBindings)) return [...own, '*'];
  const values = namedBindings.elements.filter(({ isTypeOnly }) => !isTypeOnly);
  return [...own, ...values.map((one) => (one.propertyName ?? one.name).text)];
}

/** The names in `const { build } = await import('esbuild')`. */
function destructured(call: ts.CallExpression): string[] {
  const { parent } = call;
  const holder = ts.isAwaitExpression(parent) ? parent.parent : parent;
  if (!ts.isVariableDeclaration(holder) || !ts.isObjectBindingPattern(holder.name)) return ['*'];
  return holder.name.elements.map((one) => (one.dotDotDotToken ? '*' : (one.propertyName ?? one.name).getText()));
}
