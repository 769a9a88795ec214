import type { AnyNode, ForOfStatement, Identifier, Node, Pattern, VariableDeclaration } from 'acorn';
import type MagicString from 'magic-string';
import { binds, declaredBy, namesIn } from '../parse/bindings.js';
import { walk } from '../parse/walk.js';
import { call, close, GUARD, INPUT, waitAt } from './helper-calls.js';

interface Edits {
  readonly text: MagicString;
  replace(start: number, end: number, by: string): void;
  isLocal(name: string): boolean;
}

interface NamesInside {
  readonly declared: string[];
  readonly assigned: Map<string, boolean>;
}

/**
 * Rewrites code that can appear anywhere in a statement: `import()` and `import.meta`, because the prompt is not a
 * module; `var` in blocks, which declares a variable of the session; calls of plain names; and the input's own `await`,
 * where an interrupted input stops. Visits children first, so that insertions at one place are nested correctly.
 */
export function rewriteInside(root: AnyNode, edits: Edits): NamesInside {
  const rewriter = new NodeRewriter(root, edits);
  walk(root, (node, ancestors) => rewriter.rewrite(node, ancestors));
  return rewriter.names;
}

class NodeRewriter {
  readonly names: NamesInside = { declared: [], assigned: new Map() };
  readonly #root: AnyNode;
  readonly #edits: Edits;

  constructor(root: AnyNode, edits: Edits) {
    this.#root = root;
    this.#edits = edits;
  }

  rewrite(node: AnyNode, ancestors: readonly AnyNode[]): void {
    const { text, replace } = this.#edits;
    const isOwn = () => !ancestors.some(isFunction);
    switch (node.type) {
      case 'ImportExpression':
        replace(node.start, node.start + 'import'.length, guard(node, ancestors) + call('import') + close(2));
        break;
      case 'MetaProperty':
        if (node.meta.name === 'import')
          replace(node.start, node.end, guard(node, ancestors) + call('meta') + close(2));
        break;
      case 'AwaitExpression':
        if (!isOwn()) break;
        text.appendLeft(
          node.start,
          isIterated(node, ancestors) ? `${call('resumer')}))(` : guard(node, ancestors) + call('resume'),
        );
        text.appendLeft(node.start + 'await'.length, ` ${waitAt(node.start)}`);
        text.appendLeft(node.end, isIterated(node, ancestors) ? '))' : close(3));
        break;
      case 'CallExpression':
        if (node.callee.type === 'Identifier') this.#call(node.callee, node.optional, ancestors);
        break;
      case 'TaggedTemplateExpression':
        if (node.tag.type === 'Identifier') this.#call(node.tag, false, ancestors);
        break;
      case 'VariableDeclaration':
        if (node.kind === 'var' && node !== this.#root && isOwn()) this.#nestedVar(node, ancestors);
        break;
      case 'AssignmentExpression':
        this.#assign(namesIn(node.left as Pattern), node.operator === '=', ancestors);
        break;
      case 'UpdateExpression':
        this.#assign(namesIn(node.argument as Pattern), false, ancestors);
        break;
      case 'ForInStatement':
      case 'ForOfStatement':
        if (node.left.type !== 'VariableDeclaration') this.#assign(namesIn(node.left), true, ancestors);
        if (node.type === 'ForOfStatement' && node.await && isOwn()) this.#stoppableLoop(node, ancestors.at(-2));
        break;
    }
  }

  #nestedVar(node: VariableDeclaration, ancestors: readonly AnyNode[]): void {
    const { text, replace, isLocal } = this.#edits;
    const names = declaredBy(node);
    if (names.length > 0 && names.every(isLocal)) return;
    this.names.declared.push(...names);
    const parent = ancestors.at(-2);
    const first = node.declarations[0]?.start ?? node.end;
    if ((parent?.type === 'ForInStatement' || parent?.type === 'ForOfStatement') && parent.left === node) {
      replace(node.start, first, '');
      return;
    }
    const isInHead = parent?.type === 'ForStatement' && parent.init === node;
    replace(node.start, first, 'void (');
    for (const one of node.declarations) if (!one.init) replace(one.start, one.end, '0');
    const end = node.declarations.at(-1)?.end ?? node.end;
    text.appendLeft(end, isInHead || text.original[node.end - 1] === ';' ? ')' : ');');
  }

  /**
   * Each iteration of `for await` awaits too, so an interrupted input stops there. After `continue` the place is not
   * known if the iteration has awaited.
   */
  #stoppableLoop({ start: loop, body: { type, start, end } }: ForOfStatement, parent: AnyNode | undefined): void {
    const { text } = this.#edits;
    const waits = `${waitAt(loop)}0);`;
    const begin = ` ${INPUT}.resume(); ${waits} `;
    if (parent?.type === 'Program' || parent?.type === 'BlockStatement' || loop === this.#root.start)
      text.prependLeft(loop, `;${waits}`);
    if (type === 'BlockStatement') {
      text.prependLeft(start + 1, begin);
      text.appendLeft(end - 1, `;${waits}`);
      return;
    }
    text.prependLeft(start, `{${begin}`);
    text.appendLeft(end, `; ${waits} }`);
  }

  /** Rewrites `f()` to `free(f, "f")()`. Without `free`, the scope object around the input would be `this`. */
  #call(callee: Identifier, isOptional: boolean, ancestors: readonly AnyNode[]): void {
    const { text } = this.#edits;
    const { name, start, end } = callee;
    if (name === 'eval' || this.#isBound(name, ancestors)) return;
    text.appendLeft(start, guard(callee, ancestors) + call('free'));
    text.appendLeft(end, isOptional ? close(2) : `, '${name}'${close(2)}`);
  }

  #assign(names: readonly string[], isPlain: boolean, ancestors: readonly AnyNode[]): void {
    const { assigned } = this.names;
    for (const name of names)
      if (!this.#isBound(name, ancestors)) assigned.set(name, isPlain || (assigned.get(name) ?? false));
  }

  #isBound(name: string, ancestors: readonly AnyNode[]): boolean {
    return this.#edits.isLocal(name) || ancestors.some((node) => binds(node, name));
  }
}

/** In the head of a loop, V8 prints the helper of a call, even of an optional one, if the value is not iterable. */
function isIterated(node: AnyNode, ancestors: readonly AnyNode[]): boolean {
  const at = ancestors.findLastIndex((one) => one !== node && one.type !== 'ParenthesizedExpression');
  const loop = ancestors[at];
  return loop?.type === 'ForOfStatement' && loop.right === ancestors[at + 1];
}

function guard({ start }: AnyNode, ancestors: readonly AnyNode[]): string {
  return ancestors.some((node) => node.type === 'ExpressionStatement' && node.start === start) ? GUARD : '';
}

/** Returns whether `await` and `var` in a node do not belong to the input itself. */
function isFunction(node: Node): boolean {
  return /^(Function(Declaration|Expression)|ArrowFunctionExpression|StaticBlock|PropertyDefinition)$/.test(node.type);
}
