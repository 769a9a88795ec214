import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import {
  type Ask,
  type Bench,
  mapAdvice,
  type Outcome,
  openBench,
  readCode,
  type SessionEvent,
} from '../bench/index.js';
import { cutStacks, showTypedFunctions, startWatchdog } from '../eval/index.js';
import { TransportFault } from '../http/index.js';
import { asJson, clean, showError, showText } from '../show/index.js';
import { fileProblem, readRegularFile } from '../util/index.js';
import { cleanConsole, cleanWarnings } from './clean-console.js';
import { exit } from './exit.js';
import { DIFFERENT, FAILED, FINE, isMiss, UsageError, WRONG_USAGE } from './exit-codes.js';
import type { EvaluationOptions } from './options.js';
import { writeErr, writeShown } from './output.js';
import { END_SIGNALS, onSignal } from './signals.js';
import { endOnUncaught, outcomeOf } from './uncaught.js';

type Options = Pick<EvaluationOptions, 'mode' | 'json' | 'record' | 'yes'> &
  Partial<Pick<EvaluationOptions, 'maps'>> & {
    /** The input sends no requests, so their destination is not printed. */
    readonly sendsNothing?: true;
    /** Changes the value before it is printed. */
    readonly adapt?: (value: unknown) => unknown;
  };

export async function evaluateCode(code: string, options: Options): Promise<number> {
  const { adapt = (value: unknown) => value } = options;
  return evaluate(options, async (bench) => {
    const outcome = await bench.run(code);
    return outcome.ok ? { ...outcome, value: adapt(outcome.value) } : outcome;
  });
}

export async function runPiped(options: Options): Promise<number> {
  const source = await text(process.stdin);
  return evaluate(options, (bench) => bench.run(source, { script: true, withResult: options.json, filename: 'stdin' }));
}

function readScript(file: string, path: string): string {
  try {
    return readRegularFile(path).toString();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UsageError(`the file ${file} does not exist`);
    if (message.startsWith('it is a folder'))
      throw new UsageError(`${file} is a folder. Give a file: patchbay run FILE.ts`);
    throw new UsageError(`${file} cannot be read: ${fileProblem(error)}`);
  }
}

/** Runs `patchbay run FILE [args]`. The script finds its own path in `process.argv[1]`. */
export async function runFile(file: string, args: readonly string[], options: Options): Promise<number> {
  const path = resolve(file);
  const source = readScript(file, path);
  process.argv = [process.execPath, path, ...args];
  const pieces = readCode(file, source);
  if (pieces.length === 0) writeErr(`patchbay: ${file} contains no code\n`);
  if (pieces.length === 1 && pieces[0] === source)
    return evaluate(options, (bench) => bench.run(source, { script: true, withResult: options.json, filename: path }));
  return evaluate(options, (bench) => runPieces(bench, pieces, { filename: path, withResult: options.json }));
}

/** Runs the pieces of a notebook, a Markdown file or a saved session. The result is that of the last one. */
async function runPieces(
  bench: Bench,
  pieces: readonly string[],
  { filename, withResult }: { filename: string; withResult: boolean },
): Promise<Outcome> {
  let last: Outcome = { ok: true, value: undefined };
  for (const piece of pieces) {
    last = await bench.run(piece, { filename });
    if (!last.ok) return last;
  }
  return withResult ? last : { ok: true, value: undefined };
}

async function evaluate(
  { mode, json, record, yes, maps = [], sendsNothing }: Options,
  run: (bench: Bench) => Promise<Outcome>,
): Promise<number> {
  // With --json, only values go to stdout.
  cleanConsole(json ? { stdout: process.stderr, stderr: process.stderr } : process);
  cleanWarnings();
  cutStacks();
  showTypedFunctions();
  const question = terminalQuestion();
  const bench = await openBench({
    mode,
    configFrom: process.cwd(),
    maps,
    ...(!yes && { ask: question.ask }),
    ...(record && { record }),
  });
  // Shows the mode, so that simulated data is not mistaken for real data.
  if (!sendsNothing) writeErr(`patchbay: requests go to: ${bench.whereRequestsGo}\n`);
  const printNotice = (event: SessionEvent) => event.kind === 'notice' && writeErr(`patchbay: ${event.text}\n`);
  bench.log.events.forEach(printNotice);
  const unfollow = bench.log.follow(printNotice);
  // `process.exit` runs the exit handlers, so that the recording of a program that never ends is saved.
  if (record) {
    onSignal(exit);
    await startWatchdog({ endSignals: END_SIGNALS, interrupt() {} }).ready;
  }
  checkUnused(bench);
  const isEnding = endOnUncaught({
    report: (error) => report({ ok: false, error }, json, bench),
    close: () => bench.close(),
  });
  const outcome = await outcomeOf(run(bench));
  if (isEnding()) return FAILED;
  // Timers and servers of the code keep running, as in Node.js. The bench closes when the event loop is empty.
  process.once('beforeExit', () => void bench.close().then(unfollow));
  const code = report(outcome, json, bench);
  return question.wasUnanswered() ? WRONG_USAGE : code;
}

/** Ends a strict replay with the exit code of a difference if recorded exchanges were not requested. */
function checkUnused(bench: Bench): void {
  process.once('exit', () => {
    const note = bench.unusedNote;
    if (note === undefined) return;
    // Closing the bench logs the note. `process.exit` in the code skips that.
    const isLogged = bench.log.events.some((event) => event.kind === 'notice' && event.text === note);
    if (!isLogged) writeErr(`patchbay: ${note}\n`);
    process.exitCode ||= DIFFERENT;
  });
}

function report(outcome: Outcome, json: boolean, bench: Bench): number {
  const screen = ({ isTTY, columns }: NodeJS.WriteStream) => ({
    columns: isTTY ? columns : 120,
    colour: isTTY && !process.env.NO_COLOR,
  });
  if (!outcome.ok) {
    const { columns, colour } = screen(process.stderr);
    const text = showError(outcome.error, {
      ...(process.stderr.isTTY && { columns }),
      colour,
      frames: bench.framesOf(outcome.error),
      advice: [...bench.adviceOn(outcome.error), ...mapAdvice(outcome.error)],
    });
    writeShown(process.stderr, `${bench.knownSecrets.text(text)}\n`);
    return isMiss(outcome.error) ? DIFFERENT : FAILED;
  }
  // A program that reads the JSON expects a value, also for undefined.
  if (json || outcome.value !== undefined) {
    const text = json
      ? valueAsJson(outcome.value ?? null)
      : showText(outcome.value, { ...screen(process.stdout), otherwise: '--json shows them' });
    // A program that reads the output needs the exact value. On a terminal, secrets are masked.
    writeShown(process.stdout, `${process.stdout.isTTY ? bench.knownSecrets.text(text) : text}\n`);
  }
  return FINE;
}

/** Returns a value as JSON, and names on stderr what JSON cannot contain. */
function valueAsJson(value: unknown): string {
  const leftOut = new Set<string>();
  const text = asJson(value, 2, (name) => leftOut.add(name));
  const isWhole = leftOut.delete('');
  if (isWhole)
    writeErr('patchbay: the value is a function or a symbol, which JSON does not have. It is printed as null\n');
  if (leftOut.size > 0)
    writeErr(`patchbay: JSON has no functions and no symbols. Left out: ${[...leftOut].slice(0, 20).join(', ')}\n`);
  return text;
}

/** Asks questions outside of the bench. They go to stderr on a terminal, and fail elsewhere. */
export function terminalQuestion(): { ask: Ask; wasUnanswered(): boolean } {
  let unanswered = false;
  return {
    wasUnanswered: () => unanswered,
    async ask(question) {
      if (!process.stdin.isTTY || !process.stderr.isTTY) {
        unanswered = true;
        throw new TransportFault(
          'not_allowed',
          `without a terminal, you cannot confirm “${question}” Add --yes to send without asking`,
        );
      }
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return /^y(es)?$/i.test((await lines.question(`${clean(question)} [y/N] `)).trim());
      } finally {
        lines.close();
      }
    },
  };
}
