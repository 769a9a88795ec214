import { extname } from 'node:path';
import { Mistake } from '../../util/index.js';
import { backgroundSource } from '../session/jobs.js';

/** How a script begins that was saved at a prompt. */
export const SESSION_HEAD = '// Typed at a prompt of Patchbay: each %% begins an input.';

/**
 * The pieces of code in a file: a script is one, a notebook has its cells, Markdown its blocks of TypeScript. A piece
 * with `&` at its end is waited for in its turn: whoever typed it saw the end before going on with its values.
 */
export function readCode(file: string, text: string): string[] {
  const pieces = piecesOf(file, text);
  return pieces.length === 1 && pieces[0] === text ? pieces : pieces.map((piece) => backgroundSource(piece) ?? piece);
}

function piecesOf(file: string, text: string): string[] {
  switch (extname(file).toLowerCase()) {
    case '.ipynb':
      return cellsOf(file, text);
    case '.md':
      return [...text.matchAll(/^(`{3,})(?:ts|typescript|js|javascript)[^\n]*\n([\s\S]*?)^\1\s*$/gm)].map(
        ([, , code = '']) => code.trimEnd(),
      );
    default:
      return text.startsWith(SESSION_HEAD) ? typedPieces(text) : [text];
  }
}

/** The inputs of a saved session, each on the lines that it has in the file. */
function typedPieces(text: string): string[] {
  const pieces: string[][] = [];
  let piece: string[] | undefined;
  for (const [at, line] of text.split('\n').entries()) {
    // What was typed may hold such a line too: only the next number begins another piece.
    if (line === `// %% ${pieces.length + 1}`) {
      piece = Array.from({ length: at + 1 }, () => '');
      pieces.push(piece);
    } else piece?.push(line);
  }
  return pieces.map((lines) => lines.join('\n').trimEnd());
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
