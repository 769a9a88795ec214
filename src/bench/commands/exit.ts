import type { Command } from './arguments/command.js';

export const exit: Command = {
  name: '.exit',
  help: 'Leave the bench.',
  run(_asked, bench) {
    bench.leave();
    return undefined;
  },
};
