import { statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, fileProblem, jsonOf, Mistake, readRegularFile, replaceFile, SIZE_LIMITS } from '../../util/index.js';

/** The fields of a notebook that this package reads. All other fields are preserved. */
export interface Notebook {
  readonly cells: Cell[];
  readonly nbformat: number;
  readonly nbformat_minor?: number;
  readonly metadata?: {
    readonly kernelspec?: { readonly name?: string; readonly language?: string };
    readonly language_info?: { readonly name?: string };
  };
}

export interface Cell {
  readonly cell_type: string;
  readonly id?: string;
  readonly source: Lines;
  readonly metadata?: { readonly tags?: readonly string[] };
  outputs?: Output[];
  execution_count?: number | null;
}

export interface Output {
  readonly output_type: string;
  readonly [field: string]: unknown;
}

/** Jupyter writes long text as an array of lines, each with its line end. */
export type Lines = string | readonly string[];

export function readNotebook(file: string): Notebook {
  const notebook = jsonOf(textIn(file)) as Partial<Notebook> | null | undefined; // checked below
  if (notebook === undefined) throw new Error('not a notebook: it is not JSON');
  if (notebook?.nbformat !== 4 || !Array.isArray(notebook.cells) || !notebook.cells.every(isCell))
    throw new Error('not a notebook in format 4');
  assertOurs(notebook as Notebook);
  return notebook as Notebook;
}

const isFolder = (file: string) => attempt(() => statSync(file))?.isDirectory() === true;

function textIn(file: string): string {
  try {
    return readRegularFile(file, { max: SIZE_LIMITS.notebook.max }).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Mistake('the file does not exist');
    if (!isFolder(file)) throw new Mistake(`cannot be read: ${fileProblem(error)}`);
    throw new Mistake(`it is a folder. Pass the notebooks in it: ${join(file, '*.ipynb')}`);
  }
}

/** Rejects notebooks in other languages, because TypeScript errors about such code would not help the user. */
function assertOurs({ metadata }: Notebook): void {
  const { name, language: spoken } = metadata?.kernelspec ?? {};
  const language = spoken ?? metadata?.language_info?.name;
  if (language === undefined ? !isForeign(name) : /^(type|java)script$/i.test(language)) return;
  const what = name === undefined ? `is written in ${language}` : `is for the kernel ${name}`;
  throw new Error(`it ${what}. This command runs TypeScript and JavaScript`);
}

/** The kernel's name is a fallback for notebooks that do not specify a language. */
const isForeign = (kernel = '') => /^(python|ir|julia|bash)/i.test(kernel);

function isCell(cell: Partial<Cell> | null): boolean {
  const { cell_type, source, outputs = [] } = cell ?? {};
  const isText = typeof source === 'string' || (Array.isArray(source) && source.every((l) => typeof l === 'string'));
  return typeof cell_type === 'string' && isText && Array.isArray(outputs);
}

/** A notebook as Jupyter writes it. */
export const notebookText = (notebook: Notebook): string => `${JSON.stringify(notebook, null, 1)}\n`;

/** Writes the file in Jupyter's format, in one step, because it may hold work of the user. */
export function writeNotebook(file: string, notebook: Notebook): void {
  try {
    replaceFile(file, notebookText(notebook));
  } catch (cause) {
    throw new Error(`the outputs could not be saved: ${(cause as Error).message}. The file is unchanged`, { cause });
  }
}

export function joined(lines: Lines): string {
  return typeof lines === 'string' ? lines : lines.join('');
}

/** Returns the sources of the code cells. */
export const codeCells = ({ cells }: Notebook): string[] =>
  cells.flatMap(({ cell_type, source }) => (cell_type === 'code' ? [joined(source)] : []));

export function split(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The tags that this package reads. The first three mean the same to Jupyter and papermill. */
export type Tag = 'raises-exception' | 'parameters' | 'injected-parameters' | 'not-compared';

export const hasTag = ({ metadata }: Cell, tag: Tag): boolean => metadata?.tags?.includes(tag) ?? false;
