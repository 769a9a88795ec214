import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Bench, type Outcome, openBench, type RunOptions, type SessionEvent } from '../bench/index.js';
import { asJson, showError, showText } from '../show/index.js';
import { DIFFERENT, FAILED, FINE, UsageError, WRONG_USAGE } from './exit-codes.js';
import { isMiss } from './is-miss.js';
import type { EvaluationOptions } from './options.js';
import { plainQuestion } from './plain-question.js';
import { onSignal } from './signals.js';
import { endOnUncaught, outcomeOf } from './uncaught.js';

type Options = Pick<EvaluationOptions, 'mode' | 'json' | 'record' | 'yes'>;

/** `patchbay -e CODE`: evaluates, and prints the value. */
export async function evaluateCode(code: string, options: Options): Promise<number> {
  return evaluate(code, options, {});
}

/** `… | patchbay`: what comes in is a script. */
export async function runPiped(options: Options): Promise<number> {
  return evaluate(await text(process.stdin), options, { script: true, filename: 'stdin' });
}

/** `patchbay run FILE [args]`: the file sees itself as `process.argv[1]`. */
export async function runFile(file: string, args: readonly string[], options: Options): Promise<number> {
  const path = resolve(file);
  const source = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read: ${error.message}`,
    );
  });
  process.argv = [process.execPath, path, ...args];
  return evaluate(source, options, { script: true, filename: path });
}

async function evaluate(source: string, { mode, json, record, yes }: Options, run: RunOptions): Promise<number> {
  const question = plainQuestion();
  const bench = await openBench({
    mode,
    configFrom: process.cwd(),
    ...(!yes && { ask: question.ask }),
    ...(record && { record }),
  });
  // Nobody shall take a simulated number for a real one.
  process.stderr.write(`patchbay: requests go to: ${bench.whereRequestsGo}\n`);
  const tell = (event: SessionEvent) => event.kind === 'notice' && process.stderr.write(`patchbay: ${event.text}\n`);
  bench.log.events.forEach(tell);
  const unfollow = bench.log.follow(tell);
  // What is being recorded is kept when somebody stops a program that would run for ever.
  if (record) onSignal(process.exit);
  endOnUncaught({ tell: (error) => report({ ok: false, error }, json, bench), close: () => bench.close() });
  const outcome = await outcomeOf(bench.run(source, run));
  // Timers and servers that the code left behind go on, as they do under node.
  process.once('beforeExit', () => void bench.close().then(unfollow));
  const code = report(outcome, json, bench);
  return question.wasUnanswered() ? WRONG_USAGE : code;
}

function report(outcome: Outcome, json: boolean, bench: Bench): number {
  const screen = ({ isTTY, columns }: NodeJS.WriteStream) => ({
    columns: isTTY ? columns : 120,
    colour: isTTY && !process.env.NO_COLOR,
  });
  if (!outcome.ok) {
    process.stderr.write(
      `${showError(outcome.error, { ...screen(process.stderr), frames: bench.framesOf(outcome.error), advice: bench.adviceOn(outcome.error) })}\n`,
    );
    return isMiss(outcome.error) ? DIFFERENT : FAILED;
  }
  if (outcome.value !== undefined)
    process.stdout.write(`${json ? asJson(outcome.value) : showText(outcome.value, screen(process.stdout))}\n`);
  return FINE;
}
