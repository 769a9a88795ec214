import { readNames } from '../../eval/index.js';
import { asCode, nearest } from '../../util/index.js';
import { type Cell, hasTag, joined, type Notebook, split, type Tag } from './notebook-file.js';

/** Values for a notebook by the name of their variable. */
export type NotebookParameters = ReadonlyMap<string, unknown>;

/**
 * Adds a cell that declares the values, after the cell with the tag `parameters`, as papermill does. It replaces the
 * added cell of an earlier run. Returns warnings about names that the tagged cell does not declare.
 */
export async function injectParameters(
  { cells, ...notebook }: Notebook,
  values: NotebookParameters,
): Promise<string[]> {
  const tagged = indexOf(cells, 'parameters');
  const earlier = indexOf(cells, 'injected-parameters');
  const added = cellOf(values, (notebook.nbformat_minor ?? 0) >= 5);
  // Without a tagged cell, the index is -1 and the values come first.
  cells.splice(earlier < 0 ? tagged + 1 : earlier, earlier < 0 ? 0 : 1, added);
  if (tagged < 0) return ['no cell has the tag "parameters", so a new first cell sets the values'];
  const names = await readNames(joined((cells[tagged] as Cell).source));
  return names ? unknownIn(values, [...names.declared]) : [];
}

const indexOf = (cells: readonly Cell[], tag: Tag): number =>
  cells.findIndex((cell) => cell.cell_type === 'code' && hasTag(cell, tag));

/** Formats before 4.5 have no cell ids, and 4.5 requires them. */
function cellOf(values: NotebookParameters, hasId: boolean): Cell {
  const declarations = [...values].map(([name, value]) => `let ${name} = ${asCode(value)};`);
  return {
    cell_type: 'code',
    execution_count: null,
    ...(hasId && { id: 'injected-parameters' }),
    metadata: { tags: ['injected-parameters'] },
    outputs: [],
    source: split(['// Parameters', ...declarations].join('\n')),
  };
}

function unknownIn(values: NotebookParameters, declared: readonly string[]): string[] {
  const unknown = [...values.keys()].filter((name) => !declared.includes(name));
  return unknown.map((name) => {
    const meant = nearest(name, declared);
    const hint = meant === undefined ? '' : `. Did you mean "${meant}"?`;
    return `unknown parameter "${name}": the cell with the tag "parameters" does not declare it${hint}`;
  });
}
