import { once } from 'node:events';
import { writeErr } from './output.js';

const ENDING = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls `end` with the exit code of a signal that ends programs, unless the signal has other listeners. */
export function onSignal(end: (code: number) => void): void {
  for (const [signal, code] of Object.entries(ENDING))
    process.on(signal, () => process.listenerCount(signal) === 1 && end(code));
}

type Describe = (error: unknown) => string | undefined;

/** Resolves on SIGINT or SIGTERM. Until then, uncaught errors are only logged, because clients are served. */
export function untilStopped(describe: Describe = () => undefined): Promise<unknown> {
  const log = (error: unknown) => {
    writeErr(`patchbay: ${describe(error) ?? `uncaught error: ${error}`}\n`);
  };
  process.on('uncaughtException', log);
  process.on('unhandledRejection', log);
  return Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
