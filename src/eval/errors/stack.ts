import { fileURLToPath } from 'node:url';
import { isOurs } from './own-code.js';
import type { Locate } from './place.js';
import { SourceError } from './source-error.js';

/** Where places of what ran are in what was typed, by the name of the input. */
const sources = new Map<string, Locate>();
/** Of more inputs than that a session keeps only the latest: frames of older ones show places of what was run. */
const MOST = 1_000;

export function rememberSource(filename: string, locate: Locate): void {
  // Anew, so that it counts as the latest.
  sources.delete(filename);
  sources.set(filename, locate);
  if (sources.size > MOST) sources.delete(sources.keys().next().value as string);
}

/**
 * The frames of an error that mean something to the user, innermost first: `at work (input-3:2:11)`. Places are those
 * of what was typed; frames of Node, of this package, and all that is below the input are cut.
 */
export function userStack(error: unknown): string[] {
  if (error instanceof SourceError) return [`at ${error.filename}:${error.line}:${error.column}`];
  if (!(error instanceof Error) || typeof error.stack !== 'string') return [];
  return userFrames(whole.get(error) ?? error.stack);
}

/** What stood in a stack before it was cut. */
const whole = new WeakMap<Error, string>();

/** From now on the stack of every error in this process is what `userStack` says, however it is printed. */
export function cutStacks(): void {
  Error.prepareStackTrace = (error, sites) => {
    const [title, ...below] = [String(error), ...sites.map((site) => `    at ${site}`)];
    const stack = [title, ...below].join('\n');
    whole.set(error, stack);
    return [title, ...userFrames(below.join('\n')).map((frame) => `    ${frame}`)].join('\n');
  };
}

function userFrames(stack: string): string[] {
  const frames = stack
    .split('\n')
    .map(readFrame)
    .filter((frame): frame is Frame => frame !== null);
  const lowest = frames.findLastIndex((frame) => sources.has(frame.file));
  const end = lowest < 0 ? frames.findIndex(({ name }) => name.includes('SessionEvaluator')) : lowest + 1;
  return frames
    .slice(0, end < 0 ? undefined : end)
    .filter(({ file }) => sources.has(file) || !isInternal(file))
    .map(write);
}

interface Frame {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

function readFrame(text: string): Frame | null {
  const match = /^ {4}at (?:(.*) \()?(async )?([^()]*?|.*?\.\w+):(\d+):(\d+)\)?$/.exec(text);
  if (!match) return null;
  const [, name = '', async = '', file = '', line, column] = match;
  return { name: name || async, file, line: Number(line), column: Number(column) };
}

function write({ name, file, line, column }: Frame): string {
  const place = sources.get(file)?.({ line, column }) ?? { line, column };
  const where = `${file}:${place.line}:${place.column}`;
  return name === '' || name === 'async ' ? `at ${name}${where}` : `at ${name} (${where})`;
}

function isInternal(file: string): boolean {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  return file.startsWith('node:') || isOurs(path) || path.endsWith('[patchbay].cjs');
}
