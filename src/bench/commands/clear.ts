import type { Command } from './arguments/command.js';

export const clear: Command = {
  name: '.clear',
  group: 'prompt',
  help: 'Clear the screen, like Ctrl-L',
  run(_typed, { log }) {
    log.append({ kind: 'clear' });
  },
};
