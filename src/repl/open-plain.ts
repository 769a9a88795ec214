import { createInterface } from 'node:readline';
import type { ReplOptions } from './options.js';
import { promptLeads } from './prompt.js';
import { eventText } from './scrollback/index.js';
import { watchSignals } from './signals.js';

/** A prompt for terminals that can only print: the terminal edits the line, nothing is ever drawn over. */
export async function openPlain(options: ReplOptions): Promise<number> {
  const { stdin = process.stdin, stdout = process.stdout, header } = options;
  if (header !== undefined) stdout.write(`${header}\n`);
  const bench = await (typeof options.bench === 'function' ? options.bench() : options.bench);
  const columns = stdout.columns || 80;
  const lines = createInterface({ input: stdin, terminal: false });
  let written: string[] = [];
  let isRunning = false;
  let isOver = false;
  let code = 0;
  const unfollow = bench.log.follow((event) => {
    // What was typed is on the screen already.
    const look = { columns, colour: false, mode: bench.mode, framesOf: bench.framesOf };
    const text = event.kind === 'input' ? undefined : eventText(event, look);
    if (text !== undefined) stdout.write(text);
    if (event.kind === 'leave') isOver = true;
  });
  const ask = () => {
    const leads = promptLeads(bench.mode, columns);
    stdout.write(written.length === 0 ? leads.first : leads.more);
  };
  const unwatch = watchSignals({
    interrupt: () => {
      if (isRunning) return bench.interrupt();
      written = [];
      stdout.write('\n');
      ask();
    },
    end: (status) => {
      code = status;
      lines.close();
    },
  });
  try {
    ask();
    for await (const line of lines) {
      written.push(line);
      const source = written.join('\n').trim();
      if (source === '' || bench.completeness(source).status !== 'incomplete') {
        written = [];
        isRunning = true;
        if (source !== '') await bench.run(source);
        isRunning = false;
      }
      if (isOver) break;
      ask();
    }
    return code;
  } finally {
    lines.close();
    unwatch();
    unfollow();
  }
}
