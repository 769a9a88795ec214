import type { HtmlNode } from '../../html/parse-html.js';

/** A node that a path can reach: a node of the tree, or an attribute, which is not part of the tree. */
export type PathNode = HtmlNode;

export function orderOf(root: HtmlNode): Map<HtmlNode, number> {
  const order = new Map<HtmlNode, number>();
  const walk = (node: HtmlNode) => {
    order.set(node, order.size);
    for (const child of node.children ?? []) walk(child);
  };
  walk(root);
  return order;
}

export function stringOf(node: PathNode): string {
  if (!node.children) return node.data ?? '';
  const texts: string[] = [];
  for (const one of below(node)) if (!one.children) texts.push(one.data ?? '');
  return texts.join('');
}

export function* along(axis: string, node: PathNode): Generator<PathNode> {
  switch (axis) {
    case 'self':
      return yield node;
    case 'child':
      return yield* node.children ?? [];
    case 'descendant-or-self':
      yield node;
      return yield* below(node);
    case 'descendant':
      return yield* below(node);
    case 'parent':
      if (node.parent) yield node.parent;
      return;
    case 'ancestor-or-self':
      yield node;
      return yield* above(node);
    case 'ancestor':
      return yield* above(node);
    case 'following-sibling':
      return yield* siblings(node, 1);
    case 'preceding-sibling':
      return yield* siblings(node, -1);
    case 'attribute':
      return yield* attributesOf(node);
  }
}

/** Iterative, because nested generators pass each node through all levels. */
function* below(node: PathNode): Generator<PathNode> {
  const waiting = [...(node.children ?? [])].reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    const { children = [] } = next;
    for (let index = children.length - 1; index >= 0; index--) waiting.push(children[index] as PathNode);
  }
}

function* above(node: PathNode): Generator<PathNode> {
  for (let next = node.parent; next; next = next.parent) yield next;
}

function* siblings(node: PathNode, way: 1 | -1): Generator<PathNode> {
  const all = node.type === 'attribute' ? [] : (node.parent?.children ?? []);
  const from = all.indexOf(node);
  if (from === -1) return;
  for (let index = from + way; index >= 0 && index < all.length; index += way) yield all[index] as PathNode;
}

/** One object per attribute, so that a set contains it only once. */
const attributes = new WeakMap<PathNode, PathNode[]>();

function attributesOf(node: PathNode): PathNode[] {
  let known = attributes.get(node);
  if (!known) {
    known = Object.entries(node.attribs ?? {}).map(([name, data]) => ({ type: 'attribute', name, data, parent: node }));
    attributes.set(node, known);
  }
  return known;
}
