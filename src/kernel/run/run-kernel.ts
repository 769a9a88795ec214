import { join } from 'node:path';
import { createBench, present } from '../../bench/index.js';
import { cutStacks } from '../../eval/index.js';
import { mimeBundle, showError } from '../../show/index.js';
import { packageRoot } from '../../util/index.js';
import { cellModules, ownModule } from '../execute/cell-modules.js';
import { createHistory } from '../execute/history.js';
import { createKernel } from '../execute/kernel.js';
import { ADDED, type Place, preload } from '../execute/preload.js';
import { surviveCells } from '../execute/process-guard.js';
import { captureStdio } from '../execute/stdio.js';
import { createTypes, NO_TYPES } from '../types/types.js';
import type { Content, ToMain } from '../wire/messages.js';
import type { Sockets } from '../wire/start-sockets.js';
import type { KernelOptions } from './kernel-options.js';

/** A client that sends nothing for this long is probably used by a person, who will need completion. */
const IDLE_MS = 300;
/** The time limit for closing the bench. */
const CLOSE_MS = 2_000;

/** Serves Jupyter clients until one of them requests a shutdown. */
export async function runKernel({ port, noticed, thread }: Sockets, options: KernelOptions): Promise<void> {
  const { mayGoLive, yes, typeChecking, account } = options;
  const bench = createBench({
    // Variables that a cell sets take precedence over the account.
    env: () => ({ ...account, ...process.env }),
    importModule: cellModules((content, update) => kernel.display(content, update)),
    ...(!yes && { ask: (question: string) => kernel.ask(question) }),
  });
  const entry = join(packageRoot(), 'dist', 'kernel-main.js');
  const types = typeChecking === 'off' ? NO_TYPES : createTypes(entry, [...Object.keys(bench.globals), ...ADDED]);
  const waiting = new Set<() => void>();
  const kernel = createKernel({
    bench,
    types,
    history: createHistory(),
    typeChecking,
    settle: () => {
      for (const draw of waiting) draw();
    },
    send: (message) => port.postMessage(message),
  });

  // Synchronous values are shown at once, so that the displays of a cell keep their order.
  function display(value: unknown, place?: Place): void | Promise<void> {
    const transient = place ? { display_id: place.id } : {};
    const show = (data: Content) => kernel.display({ data, metadata: {}, transient }, place?.isTaken);
    const bundle = mimeBundle(present(value));
    return bundle instanceof Promise ? bundle.then(show) : show(bundle);
  }

  await preload({ bench, mayGoLive, display, waiting, input: kernel.input }, () => ownModule('patchbay/notebook'));
  cutStacks();
  captureStdio(kernel.say);
  console.clear = kernel.clear;
  const exit = surviveCells((what, error) =>
    kernel.complain(`${what}: ${showError(error, { frames: bench.framesOf(error) })}`),
  );
  process.on('SIGINT', () => bench.interrupt());
  thread.on('error', () => exit(1));
  port.on('message', (message: ToMain) => {
    if (message.kind === 'interrupt') {
      bench.interrupt();
      // Announce the interrupt in the next turn: a callback that is due now could block the thread first.
      setImmediate(() => Atomics.add(noticed, 0, 1));
    } else if (message.kind === 'ended') kernel.ended();
    else if (message.kind === 'open') warmUp();
    else if (message.kind === 'shutdown') void leave();
    else if (message.kind === 'finished') exit(0);
    else kernel.receive(message);
  });

  /**
   * Loads the bench, and the compiler after idle time. A program that runs cells does not need types, and is rarely
   * idle.
   */
  function warmUp(): void {
    void bench.warmUp().catch(() => {}); // the first cell reports the error
    const idle = setTimeout(types.warmUp, IDLE_MS);
    port.once('message', () => clearTimeout(idle));
  }

  async function leave(): Promise<void> {
    bench.interrupt();
    const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS));
    await Promise.race([bench.close(), late]).catch(() => {}); // unfinished cleanup ends with the process
    port.postMessage({ kind: 'finish' });
  }
}
