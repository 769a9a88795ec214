import { join } from 'node:path';
import type { Ask } from '../bench/index.js';
import { openRepl } from '../repl/index.js';
import { stateFolder } from '../util/index.js';
import type { EvaluationOptions } from './options.js';

/** The bench on a terminal. The prompt comes first; what it needs is loaded behind it. */
export async function openOnTerminal({ mode, record, yes }: EvaluationOptions): Promise<number> {
  const bench = async ({ ask }: { ask: Ask }) => {
    const { openBench } = await import('../bench/index.js');
    const opened = await openBench({
      mode,
      configFrom: process.cwd(),
      ...(!yes && { ask }),
      ...(record && { record }),
    });
    void opened.warmUp();
    return opened;
  };
  const code = await openRepl({
    bench,
    mode,
    header: headerFor(mode),
    historyFile: join(stateFolder(), 'history.jsonl'),
    startWatchdog: async (on) => {
      const { startWatchdog } = await import('../eval/index.js');
      return startWatchdog({ ...on, terminal: true });
    },
  });
  // Whatever the user's code left running ends with the bench.
  process.exit(code);
}

function headerFor(mode: EvaluationOptions['mode']): string {
  // What matters stands first: a narrow screen cuts the end.
  const names = '.help shows what to try; platform, registry, agent and sandbox are ready';
  if (mode.kind === 'live') return `Patchbay · LIVE: requests go to the real platform\n${names}`;
  if (mode.kind === 'replay') return `Patchbay · requests are answered from ${mode.file}\n${names}`;
  return `Patchbay · sandbox: requests stay on this machine\n${names}`;
}
