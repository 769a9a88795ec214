import { fileURLToPath } from 'node:url';
import { attempt } from '../../util/index.js';
import { FILE_MAPS } from './file-maps.js';
import { isOurs } from './own-code.js';
import type { Locate, Position } from './position.js';
import { SourceError } from './source-error.js';

interface Source {
  readonly locate: Locate;
  readonly text: string;
}

/** One for the process, because V8 has one hook for stacks. */
const sources = new Map<string, Source>();
/** Only the latest inputs are kept. Frames of older ones show places in the compiled code. */
const MAX_SOURCES = 1_000;

export function rememberSource(filename: string, locate: Locate, text: string): void {
  // Deleted first, so that the entry becomes the latest.
  sources.delete(filename);
  sources.set(filename, { locate, text });
  if (sources.size > MAX_SOURCES) sources.delete(sources.keys().next().value as string);
}

/** Returns the user's frames, innermost first, with places of the typed source: `at work (input-3:2:11)`. */
export function userStack(error: unknown): readonly string[] {
  if (error instanceof Error && given.has(error)) return given.get(error) ?? [];
  if (error instanceof SourceError) return [`at ${error.filename}:${error.line}:${error.column}`];
  if (!(error instanceof Error)) return [];
  // Node.js formats the stack when it is read, and cannot if the message has no text.
  const stack = attempt(() => error.stack);
  return typeof stack === 'string' ? userFrames(whole.get(error) ?? stack) : [];
}

const given = new WeakMap<Error, readonly string[]>();

/** Gives an error the frames of a stack of the user, such as an interrupt, which has none itself. */
export function giveStack(error: Error, stack: string): void {
  given.set(error, userFrames(stack));
}

/** Gives an error one frame: a place in the typed source. */
export function givePosition(error: Error, filename: string, { line, column }: Position): void {
  given.set(error, [`at ${filename}:${line}:${column}`]);
}

export interface ErrorPosition extends Position {
  readonly source: string;
  /** Whether the source has one line and contains all frames, so that the frames add nothing. */
  readonly isOnlyLine: boolean;
}

export function userPosition(error: unknown): ErrorPosition | undefined {
  if (error instanceof SourceError) {
    const { source, line, column } = error;
    return { source, line, column, isOnlyLine: isOneLine(source) };
  }
  const places = userStack(error).map((frame) => /^at (?:.* \()?(?:async )?(.*?):(\d+):(\d+)\)?$/.exec(frame));
  const [, file = '', line, column] = places.find((place) => sources.has(place?.[1] ?? '')) ?? [];
  const source = sources.get(file)?.text;
  if (source === undefined) return undefined;
  const isOnlyLine = isOneLine(source) && places.every((place) => place?.[1] === file);
  return { source, line: Number(line), column: Number(column), isOnlyLine };
}

const isOneLine = (source: string): boolean => !source.trim().includes('\n');

/** Returns a place in the source that the user typed or wrote, and all of the text if it is an input. */
export function placeOf({ file: url, line, column }: Omit<Frame, 'name'>): {
  file: string;
  line: number;
  input?: string;
} {
  const file = withoutVersion(url);
  const source = sources.get(file);
  const place = (source?.locate ?? ((at) => FILE_MAPS.locate(file, at)))({ line, column });
  return { file, line: place.line, ...(source && { input: source.text }) };
}

const whole = new WeakMap<Error, string>();

/** Limits the stack of every new error in this process to the frames of `userStack`, however it is printed. */
export function cutStacks(): void {
  Error.prepareStackTrace = (error, sites) => {
    // Not `String(error)`: `console.trace` passes a plain object with a name and a message.
    const [title, ...below] = [
      attempt(() => Error.prototype.toString.call(error)) ?? 'Error',
      ...sites.map((site) => `    at ${site}`),
    ];
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
  const [, name = '', async = '', url = '', line, column] = match;
  return { name: name || async, file: withoutVersion(url), line: Number(line), column: Number(column) };
}

/** Removes the version of an edited file. */
const withoutVersion = (url: string) => url.replace(/^(file:.*)\?v=\d+$/, '$1');

function write({ name, file, line, column }: Frame): string {
  const place = sources.get(file)?.locate({ line, column }) ?? FILE_MAPS.locate(file, { line, column });
  const where = `${file}:${place.line}:${place.column}`;
  return name === '' || name === 'async ' ? `at ${name}${where}` : `at ${name} (${where})`;
}

function isInternal(file: string): boolean {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  return file.startsWith('node:') || isOurs(path) || path.endsWith('[patchbay].cjs');
}
