import type { SourceMapPayload } from 'node:module';
import { type Locate, type Position, throughMap } from '../errors/position.js';
import type { GuestInput } from '../isolated/interpreter.js';
import { readSource } from '../parse/read-source.js';
import { type Hoisted, hoist } from './hoist.js';

export interface Compiled extends Pick<Hoisted, 'declared' | 'assigned' | 'imports'> {
  /** The body of a function that returns the input as an async function. The user's code begins in line 2. */
  readonly body: string;
  /** Maps a place in `body` to the typed source. Line 1 is the user's first line. */
  readonly locate: Locate;
  /** Maps an offset of `INPUT.wait` to the typed source. */
  locateOffset(offset: number): Position;
}

export async function compileInput(typed: string, origin: { filename: string; script: boolean }): Promise<Compiled> {
  const { program, code, rewritten, used, locate } = await readSource(typed, origin);
  const { text, first, ...names } = hoist(program, code, {
    used,
    isLocal: (name) => rewritten && !typed.includes(name),
  });
  // esbuild compiles an enum or a namespace to `var E`, which would extend `E` of an earlier input instead of replacing
  // it.
  for (const [name, kind] of names.declared) {
    if (rewritten && kind === 'var' && merges(name, typed)) names.declared.set(name, 'merged');
  }
  return {
    ...names,
    // The inner function has no arguments, so `arguments` shows nothing of the evaluator.
    body: `"use strict"; return (function () { return async () => {${first}\n${text}\n}; }).call(this)`,
    // The source map is generated only for an error: generating it for every input costs more than running most of
    // them.
    locate: (place) =>
      locate(throughMap(text.generateMap({ hires: 'boundary' }) as unknown as SourceMapPayload)(place)),
    locateOffset: (offset) => {
      const before = code.slice(0, offset).split('\n');
      return locate({ line: before.length, column: (before.at(-1) ?? '').length + 1 });
    },
  };
}

function merges(name: string, typed: string): boolean {
  return new RegExp(`\\b(enum|namespace|module)\\s+${name.replaceAll('$', '\\$')}(?![\\w$])`).test(typed);
}

/** Compiles an input for the interpreter. Rejects with a `SourceError` for a syntax error. Nothing is evaluated. */
export async function compileGuestInput(source: string, filename: string): Promise<GuestInput> {
  const { body, declared, assigned, imports } = await compileInput(source, { filename, script: false });
  return { filename, body, names: { declared: [...declared], assigned: [...assigned], imports } };
}
