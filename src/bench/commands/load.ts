import { resolve } from 'node:path';
import { fileProblem, Mistake, readRegularFile } from '../../util/index.js';
import { CODE, filesFor } from '../assist/file-suggestions.js';
import { readCode } from '../transcript/index.js';
import type { Command } from './arguments/command.js';

export const load: Command = {
  name: '.load',
  group: 'session',
  takes: 'FILE',
  help: 'Run a script, the cells of a notebook or the code in a Markdown file',
  complete: (words) => (words.length <= 1 ? filesFor(words[0], CODE) : []),
  async run({ rest }, bench) {
    if (rest === '') throw new Mistake('.load requires a file name, such as `.load story.ts`');
    const path = resolve(rest);
    const pieces = readCode(rest, textIn(path, rest));
    if (pieces.length === 0) return `${rest} contains no code.`;
    let value: unknown;
    for (const piece of pieces) value = await bench.evaluate(piece, { filename: path });
    return value;
  },
};

function textIn(path: string, typed: string): string {
  try {
    return readRegularFile(path).toString();
  } catch (error) {
    throw new Mistake(
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? `there is no file ${typed}`
        : `cannot read ${typed}: ${fileProblem(error)}`,
    );
  }
}
