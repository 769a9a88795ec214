import { readFileSync, writeFileSync } from 'node:fs';

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
  const notebook = JSON.parse(readFileSync(file, 'utf8')) as Notebook;
  if (!Array.isArray(notebook.cells) || notebook.nbformat !== 4)
    throw new Error(`${file} is not a notebook of format 4`);
  return notebook;
}

/** As Jupyter writes it, so that running a notebook changes no line for its form alone. */
export function writeNotebook(file: string, notebook: Notebook): void {
  writeFileSync(file, `${JSON.stringify(notebook, null, 1)}\n`);
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
