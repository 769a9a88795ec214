import type { AnyNode, Identifier, Node, Pattern, VariableDeclaration } from 'acorn';
import type MagicString from 'magic-string';
import { walk } from '../parse/walk.js';
import { binds, declaredBy, namesIn } from './bindings.js';

/** The name under which an input reaches its own helpers (`input-context.ts`). */
export const INPUT = '__patchbay_input';

interface Edits {
  readonly text: MagicString;
  /** Replaces a stretch and keeps its line breaks. */
  replace(start: number, end: number, by: string): void;
  isLocal(name: string): boolean;
}

interface NamesInside {
  readonly declared: string[];
  readonly assigned: Map<string, boolean>;
}

/**
 * Rewrites what may stand anywhere in a statement: `import()` and `import.meta` (the prompt is no module), `var` in
 * blocks (the session's, as at the top of a script), calls of names, and the `await` of the input itself, which is
 * where an interrupted input stops. Visits children first, so that insertions at one place come out in nesting order.
 */
export function rewriteInside(root: AnyNode, { text, replace, isLocal }: Edits): NamesInside {
  const found: NamesInside = { declared: [], assigned: new Map() };
  walk(root, (node, ancestors) => {
    const isOwn = () => !ancestors.some(isFunction);
    switch (node.type) {
      case 'ImportExpression':
        replace(node.start, node.start + 'import'.length, `${INPUT}.import`);
        break;
      case 'MetaProperty':
        if (node.meta.name === 'import') replace(node.start, node.end, `${INPUT}.meta`);
        break;
      case 'AwaitExpression':
        if (!isOwn()) break;
        text.appendLeft(node.start, `${INPUT}.resume(`);
        text.appendLeft(node.end, ')');
        break;
      case 'CallExpression':
        if (node.callee.type === 'Identifier') freeCall(node.callee, node.optional, ancestors);
        break;
      case 'TaggedTemplateExpression':
        if (node.tag.type === 'Identifier') freeCall(node.tag, false, ancestors);
        break;
      case 'VariableDeclaration':
        if (node.kind === 'var' && node !== root && isOwn()) nestedVar(node, ancestors);
        break;
      case 'AssignmentExpression':
        assigned(namesIn(node.left as Pattern), node.operator === '=', ancestors);
        break;
      case 'UpdateExpression':
        assigned(namesIn(node.argument as Pattern), false, ancestors);
        break;
      case 'ForInStatement':
      case 'ForOfStatement':
        if (node.left.type !== 'VariableDeclaration') assigned(namesIn(node.left), true, ancestors);
        if (node.type === 'ForOfStatement' && node.await && isOwn()) stoppableBody(node.body);
        break;
    }
  });
  return found;

  function nestedVar(node: VariableDeclaration, ancestors: readonly AnyNode[]): void {
    const names = declaredBy(node);
    if (names.length > 0 && names.every(isLocal)) return;
    found.declared.push(...names);
    const parent = ancestors.at(-2);
    const first = node.declarations[0]?.start ?? node.end;
    if ((parent?.type === 'ForInStatement' || parent?.type === 'ForOfStatement') && parent.left === node) {
      replace(node.start, first, '');
      return;
    }
    const inHead = parent?.type === 'ForStatement' && parent.init === node;
    replace(node.start, first, 'void (');
    for (const one of node.declarations) if (!one.init) replace(one.start, one.end, '0');
    text.appendLeft(
      node.declarations.at(-1)?.end ?? node.end,
      inHead || text.original[node.end - 1] === ';' ? ')' : ');',
    );
  }

  /** Every turn of `for await` is an `await`, too. */
  function stoppableBody({ type, start, end }: AnyNode): void {
    if (type === 'BlockStatement') {
      text.prependLeft(start + 1, ` ${INPUT}.resume();`);
      return;
    }
    text.prependLeft(start, `{ ${INPUT}.resume(); `);
    text.appendLeft(end, ' }');
  }

  /** `f()` → `free(f, "f")()`: the scope is around the input as `with` is, and would be `this` in `f`. */
  function freeCall({ name, start, end }: Identifier, optional: boolean, ancestors: readonly AnyNode[]): void {
    if (name === 'eval' || isLocal(name) || ancestors.some((node) => binds(node, name))) return;
    text.appendLeft(start, `${INPUT}.free(`);
    text.appendLeft(end, optional ? ')' : `, ${JSON.stringify(name)})`);
  }

  function assigned(names: string[], plain: boolean, ancestors: readonly AnyNode[]): void {
    for (const name of names) {
      if (isLocal(name) || ancestors.some((node) => binds(node, name))) continue;
      found.assigned.set(name, plain || (found.assigned.get(name) ?? false));
    }
  }
}

/** Where `await` and `var` are no longer the input's own. */
function isFunction(node: Node): boolean {
  return /^(Function(Declaration|Expression)|ArrowFunctionExpression|StaticBlock|PropertyDefinition)$/.test(node.type);
}
