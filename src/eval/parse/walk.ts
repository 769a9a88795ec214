import type { AnyNode } from 'acorn';

interface Open {
  readonly node: AnyNode;
  readonly below: readonly AnyNode[];
  next: number;
}

/**
 * Every node of a tree, children first, with the path that leads to it, itself last. Without recursion: a sum of a
 * thousand terms is a thousand deep. What `isClosed` is visited, and what is below it is not.
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
