import { storySheet } from '../../commands/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { Sheet } from '../../show/index.js';
import { Mistake } from '../../util/index.js';
import { type Command, choices } from './arguments/command.js';

const MAX_SHOWN = 20;

export const calls: Command = {
  name: '.calls',
  group: 'tools',
  maxWords: 0,
  help: 'List the latest calls of the sandbox',
  run(_input, { globals }) {
    const all = (globals.sandbox as Sandbox).calls();
    if (all.length === 0) return 'The sandbox has no calls.';
    const shown = all.slice(-MAX_SHOWN);
    return new Sheet([
      {
        pairs: shown.map(({ id, from, to, direction, status, duration, steps }): [string, string] => [
          id.slice(0, 8),
          `${direction} ${from} → ${to}, ${status}${duration === null ? '' : `, ${duration} s`}${steps === 0 ? '' : `, ${steps} steps`}`,
        ]),
      },
    ]);
  },
};

export const story: Command = {
  name: '.story',
  group: 'tools',
  maxWords: 1,
  takes: '[ID]',
  help: 'Show what happened in a call of the sandbox; without an id, in the latest one with a document',
  complete: ([, more], { bench }) =>
    more === undefined
      ? choices(
          (bench.globals.sandbox as Sandbox)
            .calls()
            .slice(-MAX_SHOWN)
            .map(({ id, from, to }) => [id.slice(0, 8), `${from} → ${to}`]),
        )
      : [],
  run({ words: [id] }, { globals }) {
    const sandbox = globals.sandbox as Sandbox;
    const latest = id ?? sandbox.calls().findLast(({ steps }) => steps > 0)?.id;
    if (latest === undefined) throw new Mistake('No call has run a document. `.sandbox ring NUMBER` simulates one');
    try {
      return storySheet(sandbox.story(latest));
    } catch (error) {
      // The sandbox throws for an unknown id.
      throw error instanceof Error ? new Mistake(error.message, { cause: error }) : error;
    }
  },
};
