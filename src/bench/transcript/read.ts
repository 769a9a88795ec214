import { extname } from 'node:path';
import { Mistake } from '../../util/index.js';

/** The pieces of code in a file: a script is one, a notebook has its cells, Markdown its blocks of TypeScript. */
export function readCode(file: string, text: string): string[] {
  switch (extname(file).toLowerCase()) {
    case '.ipynb':
      return cellsOf(file, text);
    case '.md':
      return [...text.matchAll(/^```(?:ts|typescript|js|javascript)[^\n]*\n([\s\S]*?)^```\s*$/gm)].map(
        ([, code = '']) => code.trimEnd(),
      );
    default:
      return [text];
  }
}

function cellsOf(file: string, text: string): string[] {
  let notebook: unknown;
  try {
    notebook = JSON.parse(text);
  } catch (error) {
    throw new Mistake(`${file} is no notebook: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { cells } = (notebook ?? {}) as { cells?: unknown };
  if (!Array.isArray(cells)) throw new Mistake(`${file} is no notebook: it has no cells`);
  return cells.flatMap((cell: { cell_type?: unknown; source?: unknown } | null) => {
    if (cell?.cell_type !== 'code') return [];
    const source = Array.isArray(cell.source) ? cell.source.join('') : cell.source;
    return typeof source === 'string' && source.trim() !== '' ? [source] : [];
  });
}
