import { Mistake } from '../../util/index.js';
import { isResult } from '../session/result.js';
import type { Command } from './arguments/command.js';

export const time: Command = {
  name: '.time',
  group: 'session',
  takes: 'CODE',
  takesCode: true,
  help: 'Run code and show its value and its duration',
  async run({ rest }, bench) {
    if (rest === '') throw new Mistake('.time requires code, such as `.time await platform.queues.list()`');
    const startMs = performance.now();
    const value = await bench.evaluate(rest);
    const duration = `${(performance.now() - startMs).toFixed(1)} ms`;
    if (!isResult(value)) return duration;
    bench.log.append({ kind: 'notice', text: duration });
    return value;
  },
};
