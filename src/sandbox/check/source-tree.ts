import type { Node, Scalar, YAMLMap, YAMLSeq } from 'yaml';

/** A value in the text of a document, with its position. */
export interface SourceNode {
  readonly start: number;
  readonly end: number;
  /** The values of an object, with the start of each key. */
  readonly fields?: ReadonlyMap<string, { readonly key: number; readonly value: SourceNode }>;
  readonly items?: readonly SourceNode[];
}

/** Where something is in a text: the index of its first character, and the end of the value to search for a word. */
export interface Located {
  readonly index: number;
  readonly end: number;
}

/** Finds a position of a document, such as `main[2].prompt.play`. Of a position that is not written, the nearest part. */
export function located(tree: SourceNode, at: string | undefined): Located {
  const version = at === 'version' ? tree.fields?.get('version') : undefined;
  if (version) return { index: version.key, end: version.value.end };
  const sections = tree.fields?.get('sections');
  let found: Located = { index: sections?.key ?? tree.start, end: sections?.value.end ?? tree.end };
  let node = sections?.value ?? tree;
  // A document without sections is one step.
  const first = sections ? at : at?.replace(/^main\[0\]\./, '');
  for (let rest = first ?? ''; rest !== ''; ) {
    const step = next(node, rest);
    if (!step) break;
    found = { index: step.index, end: step.node.end };
    node = step.node;
    rest = step.rest;
  }
  return found;
}

interface Next {
  readonly index: number;
  readonly node: SourceNode;
  readonly rest: string;
}

/** The next part of a position. Names may contain dots and brackets, so the longest one that fits is taken. */
function next(node: SourceNode, rest: string): Next | undefined {
  const [whole, digits] = /^\[(\d+)\]\.?/.exec(rest) ?? [];
  if (whole !== undefined && node.items) {
    const item = node.items[Number(digits)];
    return item && { index: startOf(item), node: item, rest: rest.slice(whole.length) };
  }
  const [best] = [...(node.fields ?? [])]
    .filter(([name]) => rest.startsWith(name) && /^(?:$|[.[])/.test(rest.slice(name.length)))
    .sort(([a], [b]) => b.length - a.length);
  if (!best) return undefined;
  const [name, { key, value }] = best;
  return { index: key, node: value, rest: rest.slice(name.length).replace(/^\./, '') };
}

/** A step begins at the name of its verb. */
function startOf({ start, fields }: SourceNode): number {
  const [only, ...more] = fields?.values() ?? [];
  return only && more.length === 0 ? only.key : start;
}

type Library = Pick<typeof import('yaml'), 'isMap' | 'isScalar' | 'isSeq'>;

/** The positions of the values of a parsed YAML document. */
export function yamlTree({ isMap, isScalar, isSeq }: Library, root: unknown): SourceNode {
  const of = (node: unknown): SourceNode => {
    const [start = 0, , end = 0] = (node as Node | null)?.range ?? []; // Parsed nodes have ranges.
    if (isSeq(node)) return { start, end, items: (node as YAMLSeq).items.map(of) };
    if (!isMap(node)) return { start, end };
    const fields = (node as YAMLMap).items.flatMap(({ key, value }) => {
      if (!isScalar(key)) return [];
      const at = (key as Scalar).range?.[0] ?? start;
      const own = of(value);
      // A key without a value has no node.
      return [[String(key.value), { key: at, value: own.end === 0 ? { start: at, end: at } : own }] as const];
    });
    return { start, end, fields: new Map(fields) };
  };
  return of(root);
}
