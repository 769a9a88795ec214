import { createInterface } from 'node:readline';
import type { Ask, Bench } from '../bench/index.js';
import { clean } from '../show/index.js';
import type { ReplOptions } from './options.js';
import { END_SIGNALS, onUncaughtError, ownTerminal, watchSignals } from './process-events.js';
import { headerText, promptLeads, unfinished } from './prompt.js';
import { errorText, eventText, UNCAUGHT } from './scrollback/index.js';

/** Opens a prompt for terminals without escape sequences: the terminal edits the line, and nothing is redrawn. */
export async function openPlain(options: ReplOptions): Promise<number> {
  const { stdin = process.stdin, stdout = process.stdout, header } = options;
  const columns = stdout.columns || 80;
  const print = stdout.write.bind(stdout);
  // All output to the terminal goes through this function, which redacts it.
  const write = (text: string) => void print(clean(loaded?.knownSecrets.text(text) ?? text));
  let loaded: Bench | undefined;
  write(headerText(header?.(columns) ?? [], { columns, colour: false }));
  const lines = createInterface({ input: stdin, terminal: false });
  const typed = lines[Symbol.asyncIterator]();
  // While an input waits for the answer, the main loop does not read lines.
  const question: Ask = async (text) => {
    write(`${text} [y/N] `);
    const { value: line = '' } = await typed.next();
    return /^y(es)?$/i.test(line.trim());
  };
  const bench = await (typeof options.bench === 'function' ? options.bench({ ask: question }) : options.bench);
  loaded = bench;
  let written: string[] = [];
  let isRunning = false;
  let isOver = false;
  let code = 0;
  const undo = [
    bench.log.follow(({ kind }) => {
      if (kind === 'leave') isOver = true;
    }),
    ...show(bench, columns, write),
    ...(stdout === process.stdout ? [ownTerminal(write)] : []),
  ];
  // An input that closes an interface of `readline` pauses the terminal too, and Node.js would end the process.
  const onPause = () => void setImmediate(() => stdin.resume());
  const ask = () => {
    const leads = promptLeads(bench.mode, columns, bench.recording);
    write(written.length === 0 ? leads.first : leads.more);
  };
  const giveUp = () => {
    written = [];
    write('\n');
    ask();
  };
  const interrupt = () => (isRunning ? void bench.interrupt() : giveUp());
  const unwatch = watchSignals({
    // The watchdog receives SIGINT also while code is busy.
    ...(!options.startWatchdog && { interrupt }),
    end: (status) => {
      code = status;
      isOver = true;
      lines.close();
      if (isRunning) void bench.interrupt();
    },
  });
  const watchdog = await options.startWatchdog?.({ sigint: true, endSignals: END_SIGNALS, interrupt });
  stdin.on('pause', onPause);
  try {
    await watchdog?.ready;
    ask();
    for (let line = await typed.next(); !line.done && !isOver; line = await typed.next()) {
      written.push(line.value);
      const source = written.join('\n').trim();
      const { status, ...waits } = bench.completeness(source);
      if (status === 'interrupted') {
        giveUp();
        continue;
      }
      if (source === '' || status !== 'incomplete') {
        written = [];
        isRunning = true;
        if (source !== '') await bench.run(source);
        isRunning = false;
      } else if (written.length === 1) write(`${unfinished(waits)}\n`);
      if (isOver) break;
      ask();
    }
    return code;
  } finally {
    stdin.off('pause', onPause);
    lines.close();
    unwatch();
    await watchdog?.stop();
    for (const each of undo.reverse()) each();
  }
}

/** Prints the events of a session and uncaught errors. Call the returned functions to stop. */
function show(bench: Bench, columns: number, write: (text: string) => void): (() => void)[] {
  const { framesOf, placeOf, adviceOn } = bench;
  const look = () => ({
    columns,
    colour: false,
    mode: bench.mode,
    recording: bench.recording,
    framesOf,
    placeOf,
    adviceOn,
  });
  return [
    bench.log.follow((event) => {
      // The terminal has already echoed the input.
      const text = event.kind === 'input' ? undefined : eventText(event, look());
      if (text !== undefined) write(text);
    }),
    onUncaughtError((error) => write(`${UNCAUGHT}: ${errorText(error, look())}`)),
  ];
}
