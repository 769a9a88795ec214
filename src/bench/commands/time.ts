import { Mistake } from '../../util/index.js';
import { isResult } from '../session/result.js';
import type { Command } from './arguments/command.js';

export const time: Command = {
  name: '.time',
  takes: 'CODE',
  takesCode: true,
  help: 'Run code, show its value, and tell how long it took, to the last tenth of a millisecond.',
  async run({ rest }, bench) {
    if (rest === '') throw new Mistake('.time takes code, such as `.time await platform.queues.list()`');
    const begun = performance.now();
    const value = await bench.evaluate(rest);
    const took = `${(performance.now() - begun).toFixed(1)} ms`;
    if (!isResult(value)) return took;
    bench.log.append({ kind: 'notice', text: took });
    return value;
  },
};
