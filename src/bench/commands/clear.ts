import type { Command } from './arguments/command.js';

export const clear: Command = {
  name: '.clear',
  help: 'Clear the screen, as Ctrl-L does.',
  run(_asked, { log }) {
    log.append({ kind: 'clear' });
  },
};
