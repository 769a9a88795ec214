import type { Node, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { SourceNode } from './source-tree.js';

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
