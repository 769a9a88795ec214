import type { WireRequest } from '../http/index.js';
import { walkRows } from './row.js';
import type { Route, Row } from './row-types.js';
import { operations } from './tables/index.js';

export interface Match {
  /** The matching operation. If several share the route, it is the one with the most matching fixed fields. */
  readonly operation: string;
  readonly row: Row;
  readonly words: Readonly<Record<string, string>>;
}

interface Entry {
  readonly operation: string;
  readonly row: Row;
  readonly fixed: readonly (readonly [name: string, value: string])[];
}

/** One segment of the paths: its literal continuations, its continuation by a parameter, and the rows that end here. */
interface Node {
  readonly literal: Map<string, Node>;
  parameter?: Node;
  readonly rows: Map<string, Entry[]>;
}

const emptyNode = (): Node => ({ literal: new Map(), rows: new Map() });

/** The rows by path and method. The tree is built by the first match. */
class RouteTree {
  #root: Node | undefined;

  methodsAt(path: string): string[] {
    this.#root ??= buildTree();
    return [...(descend(this.#root, path.split('/').slice(1), 0, [])?.rows.keys() ?? [])];
  }

  match(method: string, path: string, fields: Readonly<Record<string, unknown>>): Match | undefined {
    this.#root ??= buildTree();
    const values: string[] = [];
    const node = descend(this.#root, path.split('/').slice(1), 0, values);
    let best: Entry | undefined;
    const entries = node?.rows.get(method) ?? [];
    for (const entry of entries) {
      if (best && best.fixed.length >= entry.fixed.length) continue;
      // The fixed fields distinguish rows that share a route.
      if (entries.length === 1 || entry.fixed.every(([name, value]) => fields[name] === value)) best = entry;
    }
    if (!best) return undefined;
    const words: Record<string, string> = {};
    for (const [index, { name }] of best.row.parameters.entries()) words[name] = values[index] ?? '';
    return { operation: best.operation, row: best.row, words };
  }
}

const ROUTES = new RouteTree();

export function matchRoute(method: string, path: string, fields: Readonly<Record<string, unknown>>): Match | undefined {
  return ROUTES.match(method, withoutSuffix(path), fields);
}

/** Returns the methods that a path has, whatever the fields are. */
export const methodsAt = (path: string): string[] => ROUTES.methodsAt(withoutSuffix(path));

/** The compat API accepts `.json` behind each path. */
const withoutSuffix = (path: string) => (path.startsWith('/api/laml/') ? path.replace(/\.json$/, '') : path);

/** Returns the operation of a request, as it would be typed. Recordings use it as the label of a request. */
export function operationOf({ method, url, body }: WireRequest): string | undefined {
  let fields: unknown = {};
  try {
    if (typeof body === 'string') fields = JSON.parse(body);
  } catch {
    // A body that is not JSON has no fixed fields to match.
  }
  return operationWith({ method, url }, fields);
}

/** The same, for a body that is already parsed. */
export function operationWith({ method, url }: Pick<WireRequest, 'method' | 'url'>, body: unknown): string | undefined {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return matchRoute(method, new URL(url).pathname, fields)?.operation;
}

function buildTree(): Node {
  const root = emptyNode();
  for (const [operation, row] of walkRows(operations)) {
    const { rows } = nodeOf(root, row);
    const entry = { operation, row, fixed: Object.entries(row.fixed ?? {}) };
    for (const method of row.also ? [row.method, row.also] : [row.method])
      rows.set(method, [...(rows.get(method) ?? []), entry]);
  }
  return root;
}

function nodeOf(root: Node, { literals, parameters }: Route): Node {
  let node = root;
  for (const [index, literal] of literals.entries()) {
    for (const segment of literal.split('/').filter(Boolean)) {
      const next = node.literal.get(segment) ?? emptyNode();
      node.literal.set(segment, next);
      node = next;
    }
    if (index < parameters.length) node = node.parameter ??= emptyNode();
  }
  return node;
}

/** Finds the node of a path. A literal segment takes precedence: `/members/next` is not a member named "next". */
function descend(node: Node, segments: readonly string[], at: number, values: string[]): Node | undefined {
  const segment = segments[at];
  if (segment === undefined) return node;
  const depth = values.length;
  const literal = node.literal.get(segment);
  const found = literal && descend(literal, segments, at + 1, values);
  if (found && found.rows.size > 0) return found;
  values.length = depth;
  if (!node.parameter || segment === '') return undefined;
  values.push(decode(segment));
  return descend(node.parameter, segments, at + 1, values);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
