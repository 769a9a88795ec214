import threads, { getEnvironmentData, isMainThread, setEnvironmentData, type WorkerOptions } from 'node:worker_threads';

/** The key of the environment data that each thread reads and passes on to the threads that it starts. */
const FLAG = 'patchbay.egress';

const OPEN = 0;
const LOOPBACK = 1;

/** Memory shared by all threads of the process: whether every host may be reached now. */
export class SharedFlag {
  readonly #view: Int32Array;

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#view = new Int32Array(memory);
    if (isMainThread) setEnvironmentData(FLAG, memory);
  }

  /** In a worker thread: the flag of the main thread. */
  static inherited(): SharedFlag | undefined {
    const memory = getEnvironmentData(FLAG);
    return memory instanceof SharedArrayBuffer ? new SharedFlag(memory) : undefined;
  }

  isOpen = (): boolean => Atomics.load(this.#view, 0) === OPEN;

  set(isOpen: boolean): void {
    Atomics.store(this.#view, 0, isOpen ? OPEN : LOOPBACK);
  }
}

/** Each thread has its own copy of the built-in modules. `preload` installs the layer before other code runs. */
export function interceptThreads(preload: string): void {
  const { Worker } = threads;
  const withPreload = (options: WorkerOptions = {}, inherited = process.execArgv) => ({
    ...options,
    execArgv: [...(options.execArgv ?? inherited), '--require', preload],
  });

  threads.Worker = new Proxy(Worker, {
    construct(target, [file, options]: [string | URL, WorkerOptions?], derived) {
      try {
        return Reflect.construct(target, [file, withPreload(options)], derived);
      } catch (error) {
        // `process.execArgv` may contain options of the whole process, which a worker rejects but inherits anyway.
        const isRefused = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_INVALID_EXEC_ARGV';
        if (!isRefused || options?.execArgv) throw error;
        return Reflect.construct(target, [file, withPreload(options, [])], derived);
      }
    },
  });
}
