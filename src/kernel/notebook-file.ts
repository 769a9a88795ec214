import { readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';

/** What we need of a notebook's JSON; everything else in it passes through untouched. */
export interface Notebook {
  readonly cells: Cell[];
  readonly nbformat: number;
}

export interface Cell {
  readonly cell_type: string;
  readonly source: Lines;
  readonly metadata?: { readonly tags?: readonly string[] };
  outputs?: Output[];
  execution_count?: number | null;
}

export interface Output {
  readonly output_type: string;
  readonly [field: string]: unknown;
}

/** Jupyter writes long text as a list of lines, each with its line end. */
export type Lines = string | readonly string[];

export function readNotebook(file: string): Notebook {
  const text = readFileSync(file, 'utf8');
  let notebook: Partial<Notebook> | null;
  try {
    notebook = JSON.parse(text);
  } catch {
    throw new Error(`${file} is not a notebook: it is not JSON`);
  }
  if (notebook?.nbformat !== 4 || !Array.isArray(notebook.cells) || !notebook.cells.every(isCell))
    throw new Error(`${file} is not a notebook of format 4`);
  return notebook as Notebook;
}

function isCell(cell: Partial<Cell> | null): boolean {
  const { cell_type, source, outputs = [] } = cell ?? {};
  const isText = typeof source === 'string' || (Array.isArray(source) && source.every((l) => typeof l === 'string'));
  return typeof cell_type === 'string' && isText && Array.isArray(outputs);
}

/**
 * As Jupyter writes it, so that running a notebook changes no line for its form alone; whole or not at all, for it may
 * hold somebody's work.
 */
export function writeNotebook(file: string, notebook: Notebook): void {
  const place = realpathSync(file);
  const fresh = `${place}.${process.pid}.tmp`;
  writeFileSync(fresh, `${JSON.stringify(notebook, null, 1)}\n`);
  renameSync(fresh, place);
}

export function joined(lines: Lines): string {
  return typeof lines === 'string' ? lines : lines.join('');
}

export function split(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export function mayFail(cell: Cell): boolean {
  return cell.metadata?.tags?.includes('raises-exception') ?? false;
}
