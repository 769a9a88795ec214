import type { DocumentStep } from '../../contract.js';

/** A line of a document. `paths` are the positions of the steps that begin in it, as in the story of a call. */
export interface DocumentLine {
  readonly text: string;
  readonly paths?: readonly string[];
}

/** Formats a JSON document. Undefined for other texts. */
export function jsonLines(text: string): DocumentLine[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? valueLines(value, { path: '', indent: '', start: '', end: '' })
      : undefined;
  } catch {
    return undefined;
  }
}

interface Position {
  readonly path: string;
  readonly indent: string;
  /** What is before the value, such as its name, and after it. */
  readonly start: string;
  readonly end: string;
}

function valueLines(value: unknown, { path, indent, start, end }: Position): DocumentLine[] {
  const at = /\]$/.test(path) ? { paths: [path] } : {};
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) return [{ text: `${indent}${start}${JSON.stringify(value) ?? 'null'}${end}`, ...at }];
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = entries.flatMap(([name, item], index) =>
    valueLines(item, {
      path: Array.isArray(value) ? `${path}[${name}]` : nameOf(path, name),
      indent: `${indent}  `,
      start: Array.isArray(value) ? '' : `${JSON.stringify(name)}: `,
      end: index < entries.length - 1 ? ',' : '',
    }),
  );
  const first = { text: `${indent}${start}${open}`, ...at };
  const last = { text: `${indent}${close}${end}` };
  const [verb, ...rest] = inner;
  // The line of its verb says more of a step than the bracket before it.
  if (entries.length === 1 && at.paths && verb) return [{ text: first.text }, { ...verb, ...at }, ...rest, last];
  return [first, ...inner, last];
}

/** The sections of a document are the roots of positions. */
const nameOf = (path: string, name: string) =>
  path === '' && name === 'sections' ? 'sections' : path === '' || path === 'sections' ? name : `${path}.${name}`;

/** The lines of a text in which the server found the steps. */
export function textLines(text: string, steps: readonly DocumentStep[]): DocumentLine[] {
  if (text === '') return [];
  const paths = new Map<number, string[]>();
  for (const { at, line } of steps) paths.set(line, [...(paths.get(line) ?? []), at]);
  return text.split('\n').map((line, index) => ({ text: line, paths: paths.get(index + 1) ?? [] }));
}

/** The line of the step, or of the nearest step around it. */
export function lineAt(lines: readonly DocumentLine[], at: string): number {
  for (let path = at; path !== ''; path = path.replace(/(?:\.[^.[\]]*|\[\d+\])$|^[^.[\]]*$/, '')) {
    const index = lines.findIndex((line) => line.paths?.includes(path));
    if (index >= 0) return index;
  }
  return -1;
}
