import { Mistake } from '../../util/index.js';
import type { Command } from './command.js';

export const time: Command = {
  name: '.time',
  takes: 'CODE',
  takesCode: true,
  help: 'Run code and tell how long it took, to the last tenth of a millisecond.',
  async run({ rest }, bench) {
    if (rest === '') throw new Mistake('.time takes code, such as `.time await platform.queues.list()`');
    const begun = performance.now();
    await bench.evaluate(rest);
    return `${(performance.now() - begun).toFixed(1)} ms`;
  },
};
