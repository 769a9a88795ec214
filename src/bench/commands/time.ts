import { Sheet } from '../../show/index.js';
import { Mistake } from '../../util/index.js';
import type { Bench } from '../bench.js';
import { timed } from '../session/input.js';
import { isResult } from '../session/result.js';
import { EventLoopTurns } from '../session/turn.js';
import type { Command } from './arguments/command.js';

export const time: Command = {
  name: '.time',
  group: 'session',
  takes: '[N] CODE',
  forms: [
    ['CODE', 'Run code once. In a notebook, .time in the first line of a cell measures the cell'],
    ['N CODE', 'Run code N times and show statistics'],
  ],
  takesCode: true,
  help: 'Run code and show its value and duration, or statistics over N runs',
  async run({ rest, blanks }, bench) {
    if (rest === '') throw new Mistake('.time requires code, such as `.time await platform.queues.list()`');
    if (/^-?[\d.]+$/.test(rest))
      throw new Mistake(`.time ${rest} has no code. Type it as in .time ${runsOf(rest)} CODE`);
    const { count, code } = timed(rest);
    if (count !== undefined) return statistics(await durationsMs(code, runsOf(count), bench));
    const startMs = performance.now();
    const { filename } = bench;
    const value = await bench.evaluate(blanks + code, { ...(filename !== undefined && { filename }) });
    const duration = `${(performance.now() - startMs).toFixed(1)} ms`;
    if (!isResult(value)) return duration;
    bench.log.append({ kind: 'notice', text: duration, isResult: true });
    return value;
  },
};

const MAX_RUNS = 100_000;

function runsOf(count: string): number {
  const runs = Number(count);
  if (!Number.isInteger(runs) || runs < 1 || runs > MAX_RUNS)
    throw new Mistake(`.time runs code 1 to ${MAX_RUNS.toLocaleString('en')} times`);
  return runs;
}

/** Runs code again and again, in turns that let keys and Ctrl-C through. Ends with the first error. */
async function durationsMs(code: string, runs: number, bench: Bench): Promise<number[]> {
  const { signal } = bench;
  const turns = new EventLoopTurns();
  const durations: number[] = [];
  while (durations.length < runs) {
    const startMs = performance.now();
    // The same name for each run: the evaluator keeps the source of each name.
    await bench.evaluate(code, { filename: 'timed', isRepeated: durations.length > 0 });
    durations.push(performance.now() - startMs);
    await turns.due();
    // Ctrl-C can come between two runs.
    signal.throwIfAborted();
  }
  return durations;
}

function statistics(durations: readonly number[]): Sheet {
  const sorted = [...durations].sort((a, b) => a - b);
  /** The duration that a share of the runs does not exceed. */
  const within = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  const mean = sorted.reduce((sum, one) => sum + one, 0) / sorted.length;
  const pairs = Object.entries({
    runs: String(sorted.length),
    fastest: milliseconds(within(0)),
    median: milliseconds(within(0.5)),
    mean: milliseconds(mean),
    '95 %': milliseconds(within(0.95)),
    slowest: milliseconds(within(1)),
  });
  return new Sheet([{ pairs }]);
}

const milliseconds = (ms: number) => `${ms.toFixed(ms < 1 ? 3 : 1)} ms`;
