import { ChildProcess } from 'node:child_process';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { Interrupted } from '../../eval/index.js';

/** The values of the flag that an interrupt reads and sets, at an index of the memory that both threads share. */
export const NO_COMMAND = 0;
export const RUNNING = 1;
export const STOPPED = 2;

/** Sets a flag while a function such as `execSync` blocks this thread, so that an interrupt can end the command. */
export function flagSyncCommands(flags: Int32Array, index: number): void {
  const functions = createRequire(import.meta.url)('node:child_process') as Record<
    string,
    (...args: unknown[]) => unknown
  >;
  for (const name of ['execSync', 'execFileSync', 'spawnSync']) {
    const original = functions[name];
    if (!original) continue;
    const flagged = (...args: unknown[]) => {
      Atomics.store(flags, index, RUNNING);
      try {
        return original(...args);
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: replaces the error of the command that the interrupt ended
        if (Atomics.exchange(flags, index, NO_COMMAND) === STOPPED) throw new Interrupted();
      }
    };
    functions[name] = Object.defineProperty(flagged, 'name', { value: name });
  }
  syncBuiltinESMExports();
}

/**
 * Writes the ids of the other child processes that run to this memory, where unused places are 0. An interrupt must not
 * mistake one of them for a command that has just ended or has not started.
 */
export function shareChildren(pids: Int32Array): void {
  const prototype: { spawn(this: ChildProcess, options: unknown): number } = Object(ChildProcess).prototype;
  const original = prototype.spawn;
  prototype.spawn = function (options) {
    const result = original.call(this, options);
    const { pid } = this;
    const place = pid === undefined ? -1 : pids.indexOf(0);
    if (pid !== undefined && place >= 0) {
      Atomics.store(pids, place, pid);
      this.once('exit', () => Atomics.store(pids, place, 0));
    }
    return result;
  };
}
