import { type Row, walkRows } from '../row.js';
import { operations } from '../tables/index.js';

export interface Match {
  /** The matching operation. If several share the route, it is the one with the most matching fixed fields. */
  readonly operation: string;
  readonly row: Row;
  readonly words: Readonly<Record<string, string>>;
}

interface Entry {
  readonly operation: string;
  readonly row: Row;
  /** The names of the path parameters, in order. */
  readonly names: readonly string[];
  readonly fixed: readonly (readonly [name: string, value: string])[];
}
interface Node {
  readonly literal: Map<string, Node>;
  word?: { readonly node: Node; readonly name: string };
  readonly rows: Map<string, Entry[]>;
}

const tree = (): Node => ({ literal: new Map(), rows: new Map() });
let root: Node | undefined;

/** Finds the operation of a request by its method, path and fixed fields. */
export function matchRoute(method: string, path: string, fields: Readonly<Record<string, unknown>>): Match | undefined {
  root ??= plant();
  const words: string[] = [];
  const node = descend(root, path.split('/').slice(1), 0, words);
  const entries = node?.rows.get(method);
  if (!entries) return undefined;
  let best: Entry | undefined;
  for (const entry of entries) {
    if (best && best.fixed.length >= entry.fixed.length) continue;
    if (entry.fixed.every(([name, value]) => fields[name] === value)) best = entry;
  }
  if (!best) return undefined;
  const named: Record<string, string> = {};
  for (let i = 0; i < best.names.length; i++) named[best.names[i] as string] = words[i] ?? '';
  return { operation: best.operation, row: best.row, words: named };
}

function plant(): Node {
  const top = tree();
  for (const [operation, row] of walkRows(operations)) {
    const [method, path] = row.route.split(' ') as [string, string];
    let node = top;
    for (const segment of path.split('/').slice(1)) node = step(node, segment);
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    const entry = { operation, row, names, fixed: Object.entries(row.fixed ?? {}) };
    for (const one of row.also ? [method, row.also] : [method])
      node.rows.set(one, [...(node.rows.get(one) ?? []), entry]);
  }
  return top;
}

function step(node: Node, segment: string): Node {
  const word = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (word !== undefined) return (node.word ??= { node: tree(), name: word }).node;
  const known = node.literal.get(segment) ?? tree();
  node.literal.set(segment, known);
  return known;
}

/**
 * Finds the node of a path. A literal segment takes precedence over a parameter: `/members/next` is not a member named
 * "next".
 */
function descend(node: Node, segments: readonly string[], at: number, words: string[]): Node | undefined {
  const segment = segments[at];
  if (segment === undefined) return node;
  const literal = node.literal.get(segment);
  const found = literal && descend(literal, segments, at + 1, words);
  if (found && found.rows.size > 0) return found;
  if (!node.word || segment === '') return undefined;
  const depth = words.length;
  words.push(decode(segment));
  const through = descend(node.word.node, segments, at + 1, words);
  if (!through) words.length = depth;
  return through;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
