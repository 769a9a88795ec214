import type { Command } from './arguments/command.js';

export const exit: Command = {
  name: '.exit',
  group: 'prompt',
  help: 'Exit the bench, like Ctrl-D',
  run(_typed, bench) {
    bench.leave();
    return undefined;
  },
};
