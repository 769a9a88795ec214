import { createRequire } from 'node:module';
import { join } from 'node:path';
import { types } from 'node:util';
import { createBench, ownModule, present } from '../../bench/index.js';
import { cutStacks, rememberBuiltIns, showTypedFunctions } from '../../eval/index.js';
import { DataTable, mimeBundle, showError, showText } from '../../show/index.js';
import { attempt, packageRoot, RECEIVED_BY_THREAD } from '../../util/index.js';
import { endChildrenWithKernel } from '../execute/child-processes.js';
import { createHistory } from '../execute/history.js';
import { Kernel } from '../execute/kernel.js';
import { PendingTimers } from '../execute/pending-timers.js';
import { type OutputSlot, preload } from '../execute/preload.js';
import { askThroughFrontEnd, captureStdio, surviveCells } from '../execute/process.js';
import { flagSyncCommands, NO_COMMAND, shareChildren } from '../execute/sync-commands.js';
import { createTypes, NO_TYPES } from '../types/types.js';
import {
  CHILDREN,
  type Content,
  IN_COMMAND,
  NOTICED,
  REQUESTED,
  type ToMain,
  type ToSockets,
  WATCHES_SIGINT,
} from '../wire/messages.js';
import type { Sockets } from '../wire/start-sockets.js';
import type { KernelOptions } from './kernel-options.js';
import { codeCells, readNotebook } from './notebook-file.js';

/** A client that sends nothing for this long is probably used by a person, who will need completion. */
const IDLE_MS = 300;
const CLOSE_MS = 2_000;
/** How long a patient shutdown waits for timers of cells. */
const PATIENCE_MS = 1_000;

/** Serves Jupyter clients until one of them requests a shutdown. */
export async function runKernel(sockets: Sockets, options: KernelOptions): Promise<void> {
  cutStacks();
  showTypedFunctions();
  await new KernelProcess(sockets, options).start();
}

/** A kernel, the sockets that serve it, and the process that they share with the cells. */
class KernelProcess {
  readonly #sockets: Sockets;
  readonly #mayGoLive: boolean;
  readonly #kernel: Kernel;
  readonly #restoreBuiltIns = rememberBuiltIns('The kernel');
  readonly #deferred = new Set<() => void>();
  #timers: PendingTimers | undefined;
  #interrupts = 0;
  /** Whether the last interrupt stopped a cell. */
  #hasStoppedCell = false;

  constructor(sockets: Sockets, { mayGoLive, yes, allowsShell, typeChecking, account }: KernelOptions) {
    this.#sockets = sockets;
    this.#mayGoLive = mayGoLive;
    this.#kernel = new Kernel({
      createBench: (frontEnd) =>
        createBench({
          // Variables that a cell sets take precedence over the account.
          env: () => ({ ...account, ...process.env }),
          afterCode: () => this.#restore('This cell'),
          inspect: async (bench) => (await import('../../inspector/index.js')).inspectSession(bench),
          importModule: cellModules((content, update) => frontEnd.display(content, update)),
          shellRefusal: () => shellRefusal(allowsShell, frontEnd.supportsInput),
          ...(!yes && { ask: (question: string) => frontEnd.confirm(question) }),
        }),
      createTypes: (preloaded) =>
        typeChecking === 'off'
          ? NO_TYPES
          : createTypes(join(packageRoot(), 'dist', 'kernel-main.js'), preloaded, (port) =>
              sockets.port.postMessage({ kind: 'types', port } satisfies ToSockets, [port]),
            ),
      history: createHistory(),
      typeChecking,
      savedCells,
      afterCode: () => {
        for (const draw of this.#deferred) draw();
      },
      isInterrupted: () => Atomics.load(sockets.shared, REQUESTED) !== this.#interrupts,
      send: (message) => sockets.port.postMessage(message),
    });
  }

  async start(): Promise<void> {
    const { bench, frontEnd } = this.#kernel;
    await preload(
      {
        bench,
        mayGoLive: this.#mayGoLive,
        display: (value, place) => this.#display(value, place),
        waiting: this.#deferred,
        results: this.#kernel.results,
        comms: this.#kernel.commPort,
        input: (prompt, options) => frontEnd.input(prompt, options),
      },
      () => ownModule('patchbay/notebook'),
    );
    captureStdio((name, text) => frontEnd.printHere(name, text));
    shareChildren(this.#sockets.shared.subarray(CHILDREN));
    endChildrenWithKernel();
    flagSyncCommands(this.#sockets.shared, IN_COMMAND);
    askThroughFrontEnd(frontEnd);
    console.clear = () => frontEnd.clear();
    this.#showTables();
    const exit = surviveCells((kind, error) => {
      this.#restore('A cell');
      frontEnd.printLateError(`${kind}: ${showError(error, { frames: bench.framesOf(error) })}`);
    });
    this.#watchSigint();
    // The thread ends by itself after a shutdown. With an error, it could not open the sockets.
    this.#sockets.thread.on('error', () => exit(1)).on('exit', (code) => exit(code));
    this.#timers = new PendingTimers();
    this.#sockets.port.on('message', (message: ToMain) => this.#receive(message));
  }

  /** The thread of the sockets receives SIGINT, also while a cell computes, unless Node.js does not support that. */
  #watchSigint(): void {
    const listener = () => {
      if (Atomics.load(this.#sockets.shared, WATCHES_SIGINT) === 0) this.#kernel.interrupt();
    };
    process.on('SIGINT', Object.assign(listener, { [RECEIVED_BY_THREAD]: true }));
  }

  #restore(who: string, isQuick = false): void {
    const text = this.#restoreBuiltIns(who, isQuick);
    if (text !== '') this.#kernel.frontEnd.printHere('stderr', text);
  }

  #receive(message: ToMain): void {
    this.#restore('A cell', true); // a callback or a waiting cell may have changed them
    switch (message.kind) {
      case 'interrupt':
        this.#interrupts += 1;
        this.#hasStoppedCell = this.#kernel.interrupt();
        // Announce the interrupt in the next turn: a callback that is due now could block the thread first.
        setImmediate(() => Atomics.add(this.#sockets.shared, NOTICED, 1));
        Atomics.store(this.#sockets.shared, IN_COMMAND, NO_COMMAND); // a terminated cell leaves it set
        break;
      case 'ended':
        if (!this.#hasStoppedCell) this.#kernel.reportTermination();
        break;
      case 'open':
        this.#warmUp();
        break;
      case 'shutdown':
        if (message.restart) this.#kernel.comms.closeAll();
        void this.#close(message.isPatient);
        break;
      default:
        this.#kernel.receive(message);
    }
  }

  /** Shows a value below the running cell. Synchronous values are shown at once, so that displays keep their order. */
  #display(value: unknown, place?: OutputSlot): void | Promise<void> {
    const { frontEnd } = this.#kernel;
    if (place && frontEnd.isTerminal) return frontEnd.printLine(place.id, showText(value));
    const transient = place ? { display_id: place.id } : {};
    const show = (data: Content) => frontEnd.display({ data, metadata: {}, transient }, place?.isTaken ?? false);
    const bundle = mimeBundle(present(value));
    return bundle instanceof Promise ? bundle.then(show) : show(bundle);
  }

  /** Shows a table where `console.table` would print one. A value without rows is printed. */
  #showTables(): void {
    const print = console.table;
    console.table = (value: unknown, columns?: readonly string[]) => {
      if (typeof value !== 'object' || value === null || types.isProxy(value)) print(value);
      else void this.#display(new DataTable(value, columns));
    };
  }

  /** Loads the bench, and the compiler after idle time: a program that runs cells does not need types. */
  #warmUp(): void {
    const { bench, types } = this.#kernel;
    void bench.warmUp().catch(() => {}); // the first cell reports the error
    const idle = setTimeout(types.warmUp, IDLE_MS);
    this.#sockets.port.once('message', () => clearTimeout(idle));
  }

  async #close(isPatient: boolean): Promise<void> {
    const { bench } = this.#kernel;
    if (isPatient) await this.#timers?.end(PATIENCE_MS);
    bench.interrupt();
    const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_MS));
    await Promise.race([bench.close(), timeout]).catch(() => {}); // unfinished cleanup ends with the process
    this.#sockets.port.postMessage({ kind: 'finish' });
  }
}

/** A kernel that allows commands of the shell runs them for a user, and not for a program such as nbconvert. */
function shellRefusal(isAllowed: boolean, hasUser: boolean): string | undefined {
  if (!isAllowed)
    return 'A notebook can come from someone else, so shell commands are off. To allow them, install the kernel with patchbay kernel install --shell';
  return hasUser ? undefined : 'A program runs this notebook. Shell commands run only for a user';
}

/** Jupyter Server names the file of the notebook in this variable, and `notebook run` too. */
function savedCells(): readonly string[] {
  const { JPY_SESSION_NAME: file = '' } = process.env;
  return (file.endsWith('.ipynb') && attempt(() => codeCells(readNotebook(file)))) || [];
}

type Display = (content: Content, update: boolean) => void;

/** Resolves `tslab` to the copy whose `display` writes to this kernel. The bench resolves `patchbay/…`. */
function cellModules(display: Display): (specifier: string) => Promise<unknown> | undefined {
  return (specifier) => (specifier === 'tslab' ? Promise.resolve(tslab(display)) : undefined);
}

function tslab(display: Display): unknown {
  const require = createRequire(import.meta.url);
  require('tslab/dist/jupyter.js').lastWriteDisplayData = display;
  return require('tslab');
}
