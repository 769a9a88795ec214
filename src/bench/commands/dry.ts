import { Mistake } from '../../util/index.js';
import type { Command } from './arguments/command.js';

export const dry: Command = {
  name: '.dry',
  group: 'requests',
  takes: 'CALL',
  takesCode: true,
  help: 'Show the request of a call without sending it',
  async run({ rest }, bench) {
    const code = rest.replace(/^\s*(?:await\s+)?platform\.(?!dry\.)/, 'platform.dry.');
    if (!code.startsWith('platform.dry.'))
      throw new Mistake('.dry requires a call of the platform, such as `.dry platform.queues.list()`');
    return bench.evaluate(code);
  },
};
