import { join } from 'node:path';
import type { Terminal } from '@xterm/headless';
import { onPty } from '../../benchmarks/repl/pty.mjs';

/** The real bench on a terminal of its own. */
export interface BenchTerminal {
  readonly terminal: Terminal;
  /** Types an input, and waits until its result is on the screen and the prompt is back. */
  enter(input: string, result: RegExp): Promise<void>;
  write(text: string): void;
  until(claim: () => boolean, what: string): Promise<unknown>;
  screen(): string[];
  close(): Promise<void>;
}

export async function openBench(home: string, size: { columns: number; rows: number }): Promise<BenchTerminal> {
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: home, TERM: 'xterm-256color', COLORTERM: 'truecolor', LANG: 'C.UTF-8', TZ: 'UTC' };
  const bench = onPty(`node ${join(import.meta.dirname, '../../dist/cli.js')}`, { ...size, env });
  const isAtRest = () => /›$/.test(bench.cursorRow());
  await bench.until(isAtRest, 'the prompt');
  return {
    terminal: bench.terminal,
    async enter(input, result) {
      bench.write(`${input}\r`);
      await bench.until(
        () => bench.screen().some((row: string) => result.test(row)) && isAtRest(),
        `the result of ${input}`,
      );
    },
    write: (text) => bench.write(text),
    until: (claim, what) => bench.until(claim, what),
    screen: () => bench.screen(),
    close: async () => void (await bench.close()),
  };
}
