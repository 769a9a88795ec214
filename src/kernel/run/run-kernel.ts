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

/** A client that sends nothing for so long is a person, who will want completion. */
const IDLE_MS = 300;
/** How long leaving the bench in order may take. */
const CLOSE_MS = 2_000;

/** Serves Jupyter clients until one says shutdown. */
export async function runKernel({ port, noticed, thread }: Sockets, options: KernelOptions): Promise<void> {
  const { mayGoLive, yes, typeChecking, account } = options;
  const bench = createBench({
    // A cell may set the variables itself, and then means those.
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

  // What needs no waiting is shown at once, so that a cell's displays keep their order.
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
      // A callback that is due now may hold the thread before anybody hears of it.
      setImmediate(() => Atomics.add(noticed, 0, 1));
    } else if (message.kind === 'ended') kernel.ended();
    else if (message.kind === 'open') warmUp();
    else if (message.kind === 'shutdown') void leave();
    else if (message.kind === 'finished') exit(0);
    else kernel.receive(message);
  });

  /** In idle time, and for a person: a program that runs cells never asks what TypeScript thinks. */
  function warmUp(): void {
    void bench.warmUp().catch(() => {}); // the first cell will say what is wrong
    const idle = setTimeout(types.warmUp, IDLE_MS);
    port.once('message', () => clearTimeout(idle));
  }

  async function leave(): Promise<void> {
    bench.interrupt();
    const late = new Promise((resolve) => setTimeout(resolve, CLOSE_MS));
    await Promise.race([bench.close(), late]).catch(() => {}); // what is left behind goes with the process
    port.postMessage({ kind: 'finish' });
  }
}
