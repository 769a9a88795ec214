/** The texts that begin at one offset, longest first. */
export type AllAt<T> = (place: number) => Iterable<T>;

interface Node<T> {
  readonly next: Map<number, Node<T>>;
  /** The node to continue from if no text continues here. Undefined for the root. */
  fail: Node<T> | undefined;
  found: T | undefined;
  shorter: Node<T> | undefined;
}

/** Finds which of many texts begin at each offset (Aho-Corasick, from right to left). */
export function ahoCorasick<T extends { readonly text: string }>(texts: Iterable<T>): (text: string) => AllAt<T> {
  const root = trieOf(texts);
  linkUp(root);
  return (text) => {
    const nodes = new Map<number, Node<T>>();
    let node = root;
    for (let place = text.length - 1; place >= 0; place--) {
      node = step(root, node, text.charCodeAt(place));
      const first = node.found === undefined ? node.shorter : node;
      if (first) nodes.set(place, first);
    }
    return function* (place) {
      for (let one = nodes.get(place); one; one = one.shorter) yield one.found as T;
    };
  };
}

function trieOf<T extends { readonly text: string }>(texts: Iterable<T>): Node<T> {
  const root = emptyNode<T>();
  for (const one of texts) {
    let node = root;
    for (let i = one.text.length - 1; i >= 0; i--) {
      const code = one.text.charCodeAt(i);
      let next = node.next.get(code);
      if (!next) node.next.set(code, (next = emptyNode()));
      node = next;
    }
    node.found = one;
  }
  return root;
}

/** Works level by level, because the links of longer texts depend on those of shorter ones. */
function linkUp<T>(root: Node<T>): void {
  const queue: Node<T>[] = [root];
  for (const node of queue) {
    for (const [code, next] of node.next) {
      const fail = node.fail === undefined ? root : step(root, node.fail, code);
      next.fail = fail;
      next.shorter = fail.found === undefined ? fail.shorter : fail;
      queue.push(next);
    }
  }
}

function step<T>(root: Node<T>, from: Node<T>, code: number): Node<T> {
  for (let node: Node<T> | undefined = from; node; node = node.fail) {
    const next = node.next.get(code);
    if (next) return next;
  }
  return root;
}

const emptyNode = <T>(): Node<T> => ({ next: new Map(), fail: undefined, found: undefined, shorter: undefined });
