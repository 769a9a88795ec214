import type { SourceMapPayload } from 'node:module';
import { getLineInfo } from 'acorn';
import { type Locate, throughMap } from '../errors/place.js';
import { SourceError } from '../errors/source-error.js';
import { readSource } from '../parse/read-source.js';
import { type Hoisted, hoist } from './hoist.js';

export interface Compiled extends Pick<Hoisted, 'declared' | 'assigned' | 'imports'> {
  /** The body of a function that gives the input as an async function. The user's first line is its second. */
  readonly body: string;
  /** From a place in `body` (line 1 = the user's first) to the place in what was typed. */
  readonly locate: Locate;
}

/** From what was typed to what runs. */
export async function compileInput(typed: string, origin: { filename: string; script: boolean }): Promise<Compiled> {
  const { program, code, rewritten, used, locate } = await readSource(typed, origin);
  const { text, first, ...names } = hoist(program, code, {
    module: origin.script,
    used,
    isLocal: (name) => rewritten && !typed.includes(name),
    refuse(message, at) {
      const { line, column } = getLineInfo(code, at);
      return new SourceError(message, {
        filename: origin.filename,
        source: typed,
        ...locate({ line, column: column + 1 }),
      });
    },
  });
  // `var E` of an enum or a namespace would go on with the one of an earlier input, which is replaced instead.
  for (const [name, kind] of names.declared) {
    if (rewritten && kind === 'var' && merges(name, typed)) names.declared.set(name, 'merged');
  }
  return {
    ...names,
    body: `"use strict"; return async () => {${first}\n${text}\n}`,
    // Mapping when an error asks: doing it for every input would cost more than running most of them.
    locate: (place) =>
      locate(throughMap(text.generateMap({ hires: 'boundary' }) as unknown as SourceMapPayload)(place)),
  };
}

function merges(name: string, typed: string): boolean {
  return new RegExp(`\\b(enum|namespace|module)\\s+${name.replaceAll('$', '\\$')}(?![\\w$])`).test(typed);
}
