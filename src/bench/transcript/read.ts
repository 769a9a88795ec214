import { extname } from 'node:path';
import { Mistake } from '../../util/index.js';
import { parseCode } from '../session/input.js';

/** The start of a session that was saved as a script. */
export const SESSION_HEAD = '// Typed at a prompt of Patchbay: each %% begins an input.';

/**
 * Returns the pieces of code in a file: a script as a whole, the inputs of a saved session, the code cells of a
 * notebook, or the TypeScript blocks of Markdown. Except in a plain script, a trailing `&` is removed, because later
 * pieces may need the value.
 */
export function readCode(file: string, text: string): string[] {
  const pieces = codeIn(file, text);
  if (pieces.length === 1 && pieces[0]?.code === text) return [text];
  // Empty lines before the code keep the line numbers of the file.
  return pieces.map(({ code, line = 0 }) => '\n'.repeat(line) + parseCode(code).code);
}

interface Piece {
  readonly code: string;
  /** The number of lines of the file before it. */
  readonly line?: number;
}

function codeIn(file: string, text: string): Piece[] {
  const ending = extname(file).toLowerCase();
  switch (ending) {
    case '.ipynb':
      return cellsOf(file, text);
    case '.md':
      return fencedCode(text);
    default:
      if (!/^(?:\.[cm]?[jt]sx?)?$/.test(ending)) throw new Mistake(notCode(file));
      if (text.trim() === '') return [];
      return text.startsWith(SESSION_HEAD) ? inputsOf(text) : [{ code: text }];
  }
}

const notCode = (file: string): string =>
  /\.(?:ya?ml|ndjson)$/i.test(file)
    ? `${file} is not code. If it is a recording, replay it: patchbay --replay ${file}`
    : `${file} is not code that Patchbay runs. Patchbay runs .ts, .js, .ipynb and .md files`;

const FENCE = /^( {0,3})(`{3,}|~{3,})[ \t]*(.*)$/;
const LANGUAGE = /^(?:ts|typescript|js|javascript)\b/i;

/** Returns the TypeScript and JavaScript in the fences of Markdown. As in CommonMark, the end of the file closes a fence. */
function fencedCode(text: string): Piece[] {
  const pieces: Piece[] = [];
  let open: { fence: string; indent: RegExp; lines: string[]; line: number; runs: boolean } | undefined;
  const close = () => {
    if (open?.runs) pieces.push({ code: open.lines.join('\n').trimEnd(), line: open.line });
    open = undefined;
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [, indent = '', fence = '', info = ''] = FENCE.exec(line) ?? [];
    if (open === undefined) {
      // A line such as "```ts```" is code within a paragraph.
      if (fence === '' || (fence.startsWith('`') && info.includes('`'))) continue;
      open = {
        fence,
        indent: new RegExp(`^ {0,${indent.length}}`),
        lines: [],
        line: index + 1,
        runs: LANGUAGE.test(info),
      };
    } else if (fence.startsWith(open.fence) && info.trim() === '') close();
    else open.lines.push(line.replace(open.indent, ''));
  }
  close();
  return pieces;
}

/** Splits a saved session into its inputs. */
function inputsOf(text: string): Piece[] {
  const pieces: { lines: string[]; line: number }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    // An input can contain such a line too, so only the line with the next number starts an input.
    if (line === `// %% ${pieces.length + 1}`) {
      pieces.push({ lines: [], line: index + 1 });
    } else pieces.at(-1)?.lines.push(line);
  }
  return pieces.map(({ lines, line }) => ({ code: lines.join('\n').trimEnd(), line }));
}

function cellsOf(file: string, text: string): Piece[] {
  let notebook: unknown;
  try {
    notebook = JSON.parse(text);
  } catch (error) {
    throw new Mistake(`${file} is not a valid notebook: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { cells } = (notebook ?? {}) as { cells?: unknown };
  if (!Array.isArray(cells)) throw new Mistake(`${file} is not a valid notebook: it has no cells`);
  return cells.flatMap((cell: { cell_type?: unknown; source?: unknown } | null) => {
    if (cell?.cell_type !== 'code') return [];
    const source = Array.isArray(cell.source) ? cell.source.join('') : cell.source;
    return typeof source === 'string' && source.trim() !== '' ? [{ code: source }] : [];
  });
}
