import { isPlain, jsonOf } from '../../../util/index.js';

/** Escape sequences with which a traceback is coloured. */
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

/** The cells of a Jupyter notebook as a session: the code behind prompts, and below it what it printed. */
export function withoutNotebook(text: string): string {
  if (!/^\s*\{/.test(text) || !text.includes('"nbformat"')) return text;
  const notebook = jsonOf(text);
  if (!isPlain(notebook) || !Array.isArray(notebook.cells)) return text;
  return notebook.cells.flatMap(linesOf).join('\n').replace(COLOURS, '');
}

function linesOf(cell: unknown): string[] {
  if (!isPlain(cell)) return [];
  const source = textOf(cell.source);
  if (cell.cell_type !== 'code') return source.split('\n');
  const outputs = Array.isArray(cell.outputs) ? cell.outputs.filter(isPlain) : [];
  return [...withPrompts(source), ...outputs.flatMap(outputOf)];
}

/** Each call begins behind a prompt. An indented line, or a bracket, continues the one above it. */
function withPrompts(source: string): string[] {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  // A magic such as `%%bash` runs a cell in another language.
  if (/^%%/.test(lines[0] ?? '')) return lines.slice(1);
  return lines.map((line) => `${/^[\s)\]}]/.test(line) ? '   ...: ' : 'In [1]: '}${line.replace(/^!/, '')}`);
}

function outputOf({ text, data, evalue, ename, traceback }: Readonly<Record<string, unknown>>): string[] {
  const shown = text ?? (isPlain(data) ? data['text/plain'] : undefined) ?? traceback;
  const error = typeof evalue === 'string' && traceback === undefined ? `${String(ename)}: ${evalue}` : '';
  return `${textOf(shown)}${error}`.split('\n');
}

/** A notebook stores a text as a whole, or as the list of its lines. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map((line) => String(line).replace(/\n$/, '')).join('\n') : String(value ?? '');
