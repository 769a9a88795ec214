import { Session } from 'node:inspector';
import { getHeapStatistics } from 'node:v8';
import type { Content, Header, Route } from './messages.js';

const CHECK_MS = 50;
/** Above this multiple of the limit, no garbage collection is tried: the executing thread may be in a native function. */
const HARD_LIMIT = 1.2;
/** V8 ends a process that reaches its own limit without a message, so that limit is higher. */
const V8_SHARE = 0.75;
const MB = 1024 * 1024;

/** The memory limit of a kernel in bytes, without the option `--memory`. Node derives it from that of the machine. */
export const defaultMemoryLimit = () => getHeapStatistics().heap_size_limit * V8_SHARE;

/** The options of Node that a memory limit requires. */
export const heapFlags = (megabytes: number | undefined) =>
  megabytes === undefined ? [] : [`--max-old-space-size=${Math.ceil(megabytes / V8_SHARE)}`];

export interface MemoryError extends Content {
  readonly evalue: string;
}

/** Watches the memory of the process from the thread of the sockets, which a busy cell does not block. */
export class MemoryLimit {
  readonly #limit: number;
  /** The cells without a reply, by the ids of their requests. */
  readonly #cells = new Map<string, Route>();
  /** The cell that runs, and the memory in bytes when it started. */
  #running: { readonly route: Route; readonly before: number } | undefined;
  #isCollecting = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  addCell(route: Route): void {
    this.#cells.set(route.header.msg_id, route);
  }

  beginCell(header: Header | undefined): void {
    const route = this.#cells.get(header?.msg_id ?? '');
    if (route) this.#running = { route, before: process.memoryUsage.rss() };
  }

  endCell({ msg_id }: Header): void {
    if (this.#cells.delete(msg_id)) this.#running = undefined;
  }

  /**
   * Calls `onExceeded` once if the process uses more memory than the limit after a garbage collection. The executing
   * thread is then paused, so that it cannot use more.
   */
  watch(onExceeded: (error: MemoryError, cell: Route | undefined) => void): void {
    const check = async () => {
      if (!(await this.#isExceeded())) return;
      clearInterval(timer);
      void onMainThread('Debugger.enable', 'Debugger.pause').catch(() => {});
      onExceeded(memoryError(this.#limit, this.#running?.before), this.#running?.route);
    };
    const timer = setInterval(() => void check(), CHECK_MS);
    timer.unref();
  }

  async #isExceeded(): Promise<boolean> {
    const used = process.memoryUsage.rss();
    if (used > this.#limit * HARD_LIMIT) return true;
    if (used <= this.#limit || this.#isCollecting) return false;
    this.#isCollecting = true;
    await onMainThread('HeapProfiler.collectGarbage').catch(() => {}); // a Node.js without an inspector
    this.#isCollecting = false;
    return process.memoryUsage.rss() > this.#limit;
  }
}

/** Sends commands to the inspector of the executing thread. Resolves when that thread has executed the last one. */
async function onMainThread(...methods: readonly string[]): Promise<void> {
  const session = new Session();
  session.connectToMainThread();
  await Promise.all(
    methods.map(
      (method) =>
        new Promise<void>((resolve, reject) => session.post(method, (error) => (error ? reject(error) : resolve()))),
    ),
  );
  if (!methods.includes('Debugger.pause')) session.disconnect(); // it would resume
}

/** The content of the error that a cell shows before the kernel ends. */
function memoryError(limit: number, before: number | undefined): MemoryError {
  const inMB = (bytes: number) => `${Math.round(bytes / MB)} MB`;
  const then = before === undefined ? '' : ` It used ${inMB(before)} when this cell started.`;
  const evalue =
    `The kernel used ${inMB(process.memoryUsage.rss())} of memory. Its limit is ${inMB(limit)}.${then} ` +
    'The kernel ends, and its variables are lost. Use less data at a time, or install the kernel with a higher limit: ' +
    `patchbay kernel install --memory ${Math.round((2 * limit) / MB)}`;
  return { status: 'error', ename: 'MemoryLimit', evalue, traceback: [`\x1b[31mMemoryLimit\x1b[39m: ${evalue}`] };
}
