import type { ReadDocument } from '../../contract.js';
import { namedProblem } from './call-words.js';

/** A line of a document. */
export interface DocumentLine {
  readonly text: string;
  /** The positions of the steps that begin in it, as in the story of a call. */
  readonly steps: readonly string[];
  /** What is wrong with it. */
  readonly problems: readonly string[];
}

export interface ShownText {
  readonly text: string;
  /** Whether the server sent one line, which the page breaks into several. */
  readonly isBroken: boolean;
}

/** The text of a document as the server sent it. A document in one line is broken, because no one could read it. */
export function shownText(text: string): ShownText {
  const [line = '', ...more] = text.trim().split('\n');
  const broken = more.length > 0 ? line : line.startsWith('<') ? line.replaceAll(/>\s*</g, '>\n<') : formatted(line);
  return broken === line ? { text, isBroken: false } : { text: broken, isBroken: true };
}

/** More than a document has. Each level indents all that is in it. */
const MAX_LEVELS = 100;
const isNested = (value: unknown, level = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (level === MAX_LEVELS || Object.values(value).some((one) => isNested(one, level + 1)));

function formatted(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !isNested(value) ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

/** The lines of a text, with the steps and the problems that the server found in them. */
export function documentLines(text: string, read: ReadDocument | undefined): DocumentLine[] {
  if (text === '') return [];
  const steps = grouped(read?.steps ?? [], ({ at }) => at);
  const problems = grouped(read?.problems ?? [], ({ message }) => namedProblem(message).message);
  return text
    .split('\n')
    .map((line, index) => ({ text: line, steps: steps.get(index + 1) ?? [], problems: problems.get(index + 1) ?? [] }));
}

function grouped<T extends { readonly line: number }>(items: readonly T[], textOf: (item: T) => string) {
  const found = new Map<number, string[]>();
  for (const item of items) found.set(item.line, [...(found.get(item.line) ?? []), textOf(item)]);
  return found;
}

/** Adds the problems that only the call has shown. */
export function withProblems(
  lines: readonly DocumentLine[],
  found: readonly { readonly at: string; readonly problems: readonly string[] }[],
): readonly DocumentLine[] {
  const all = [...lines];
  for (const { at, problems } of found) {
    const index = lineAt(all, at);
    const line = all[index];
    const added = problems.filter((one) => !all.some((other) => other.problems.includes(one)));
    if (line) all[index] = { ...line, problems: [...line.problems, ...added] };
  }
  return all;
}

/** The line of the step, or of the nearest step around it. */
export function lineAt(lines: readonly Pick<DocumentLine, 'steps'>[], at: string): number {
  for (let path = at; path !== ''; path = path.replace(/(?:\.[^.[\]]*|\[\d+\])$|^[^.[\]]*$/, '')) {
    const index = lines.findIndex((line) => line.steps.includes(path));
    if (index >= 0) return index;
  }
  return -1;
}
