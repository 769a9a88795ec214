import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Mode } from '../bench/index.js';
import { type Front, openRepl } from '../repl/index.js';
import type { Sandbox } from '../sandbox/index.js';
import { stateFolder } from '../util/index.js';
import { cleanWarnings } from './clean-console.js';
import { exit } from './exit.js';
import { DIFFERENT, FAILED } from './exit-codes.js';
import type { EvaluationOptions } from './options.js';
import { writeErr } from './output.js';
import { onSignal } from './signals.js';

/** The bench exits without waiting longer for skills that do not finish. */
const CLOSE_MS = 2_000;

type Options = Pick<EvaluationOptions, 'mode' | 'record' | 'yes' | 'maps'>;

/**
 * Opens the bench on a terminal. The prompt appears first, and the rest loads behind it. With a snapshot, the sandbox
 * has that state.
 */
export async function openOnTerminal(
  { mode, record, yes, maps }: Options,
  snapshot?: ReturnType<Sandbox['snapshot']>,
): Promise<number> {
  let opened: Bench | undefined;
  const bench = async ({ ask, ...front }: Front) => {
    const [{ openBench }, { cutStacks, rememberBuiltIns, showTypedFunctions }, { createTypeService }] =
      await Promise.all([import('../bench/index.js'), import('../eval/index.js'), import('../types/index.js')]);
    cleanWarnings();
    cutStacks();
    showTypedFunctions();
    const restoreBuiltIns = rememberBuiltIns('Patchbay');
    opened = await openBench({
      mode,
      isPrompt: true,
      configFrom: process.cwd(),
      maps,
      ...front,
      inspect: async (session) => (await import('../inspector/index.js')).inspectSession(session),
      afterCode: () => {
        const text = restoreBuiltIns('This input');
        if (text !== '') opened?.log.append({ kind: 'notice', text: text.trimEnd() });
      },
      ...(!yes && { ask }),
      ...(record && { record }),
      ...(process.env.PATCHBAY_TYPES !== 'off' && { types: createTypeService() }),
    });
    if (snapshot) (opened.globals.sandbox as Sandbox).restore(snapshot);
    // The space and the owner of the credentials are known only after the bench is open.
    if (mode.kind === 'live') opened.log.append({ kind: 'notice', text: `Requests go to ${opened.whereRequestsGo}` });
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
      return startWatchdog(on);
    },
  });
  // While the view was open, it handled signals itself.
  onSignal(exit);
  const failure = opened && (await closed(opened));
  // Ends anything that the user's code left running.
  exit(failure ? FAILED : code || (opened?.unusedNote === undefined ? code : DIFFERENT));
}

/** Saves the recording and prints its notices after the view is closed. Returns whether closing failed. */
async function closed(bench: Bench): Promise<boolean> {
  const log = (text: string) => writeErr(`patchbay: ${text}\n`);
  bench.log.follow((event) => event.kind === 'notice' && log(event.text));
  try {
    await Promise.race([bench.close(), wait(CLOSE_MS)]);
    return false;
  } catch (error) {
    log(error instanceof Error ? error.message : String(error));
    return true;
  }
}

/** Returns the header: where requests go, and how to get help. Narrow terminals get a short version. */
const headerFor =
  (mode: EvaluationOptions['mode']) =>
  (columns: number): readonly string[] => {
    const fitting = (long: string, short: string) => (long.length <= columns ? long : short);
    return [
      fitting(...OPENING[mode.kind](mode.kind === 'replay' ? basename(mode.file) : '')),
      fitting(
        '.help shows what to try; platform, registry, agent and sandbox are ready',
        '.help · platform registry agent sandbox',
      ),
    ];
  };

const OPENING: Readonly<Record<Mode['kind'], (file: string) => [long: string, short: string]>> = {
  live: () => ['Patchbay · LIVE: requests go to the real platform', 'Patchbay · LIVE: the real platform'],
  replay: (file) => [`Patchbay · responses come from ${file}`, `Patchbay · replay of ${file}`],
  sandbox: () => ['Patchbay · sandbox: requests stay on this machine', 'Patchbay · sandbox: nothing is sent'],
};
