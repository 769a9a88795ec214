import type { AnyNode } from 'acorn';

interface Open {
  readonly node: AnyNode;
  readonly below: readonly AnyNode[];
  next: number;
}

/**
 * Visits every node of a tree, children first, with the path to it, which ends with the node itself. Not recursive,
 * because a sum of a thousand terms is a thousand levels deep. Visits a node for which `isClosed` returns true, but not
 * its children.
 */
export function walk(
  root: AnyNode,
  visit: (node: AnyNode, path: readonly AnyNode[]) => void,
  isClosed: (node: AnyNode) => boolean = () => false,
): void {
  const path: AnyNode[] = [];
  const open: Open[] = [];
  const enter = (node: AnyNode) => {
    path.push(node);
    open.push({ node, below: isClosed(node) ? [] : childrenOf(node), next: 0 });
  };
  enter(root);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const child = top.below[top.next++];
    if (child) enter(child);
    else {
      visit(top.node, path);
      path.pop();
      open.pop();
    }
  }
}

const childrenOf = (node: AnyNode): AnyNode[] => Object.values(node).flat().filter(isNode);

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
