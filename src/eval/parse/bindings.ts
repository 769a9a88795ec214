import type { AnyNode, Pattern, VariableDeclaration } from 'acorn';
import { walk } from './walk.js';

/** Returns the names that a pattern binds or assigns to: `{ a, b: [c = 1], ...d }` → a, c, d. */
export function namesIn(pattern: Pattern | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((p) => namesIn(p.type === 'RestElement' ? p.argument : p.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    default:
      return []; // an assignment to a member, or a hole
  }
}

export function declaredBy(declaration: VariableDeclaration): string[] {
  return declaration.declarations.flatMap((one) => namesIn(one.id));
}

/** Returns whether a node around an identifier binds its name. Top-level names belong to the session. */
export function binds(node: AnyNode, name: string): boolean {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return (
        node.params.some((param) => namesIn(param).includes(name)) ||
        (node.type === 'FunctionExpression' && node.id?.name === name) ||
        varsIn(node.body).includes(name)
      );
    case 'ClassDeclaration':
    case 'ClassExpression':
      return node.id?.name === name;
    case 'StaticBlock':
      return lexicalIn(node.body).includes(name) || node.body.some((statement) => varsIn(statement).includes(name));
    case 'BlockStatement':
      return lexicalIn(node.body).includes(name);
    case 'SwitchStatement':
      return lexicalIn(node.cases.flatMap((one) => one.consequent)).includes(name);
    case 'CatchClause':
      return namesIn(node.param ?? null).includes(name);
    case 'ForStatement':
      return lexicalIn([node.init]).includes(name);
    case 'ForInStatement':
    case 'ForOfStatement':
      return lexicalIn([node.left]).includes(name);
    default:
      return false;
  }
}

/** Returns the names that `let`, `const`, `class` and `function` declare in a list of statements. */
export function lexicalIn(nodes: readonly (AnyNode | null | undefined)[]): string[] {
  return nodes.flatMap((node) => {
    if (node?.type === 'VariableDeclaration') return node.kind === 'var' ? [] : declaredBy(node);
    if (node?.type === 'FunctionDeclaration' || node?.type === 'ClassDeclaration') return node.id ? [node.id.name] : [];
    return [];
  });
}

/** Returns the `var` names of a function body, including those in nested blocks but not in nested functions. */
export function varsIn(body: AnyNode): string[] {
  const found: string[] = [];
  const visit = (node: AnyNode) => {
    if (node.type === 'VariableDeclaration' && node.kind === 'var') found.push(...declaredBy(node));
  };
  walk(body, visit, ({ type }) => /Function|^Class(Declaration|Expression)$/.test(type));
  return found;
}
