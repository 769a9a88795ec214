import { once } from 'node:events';
import { writeErr } from './output.js';

/** Describes an error if its origin is known. */
type Told = (error: unknown) => string | undefined;

/**
 * Resolves on SIGINT or SIGTERM. From now on, an uncaught error, such as one that a tool throws after its response, is
 * logged and does not end the process, because other clients are being served.
 */
export function untilStopped(told: Told = () => undefined): Promise<unknown> {
  const tell = (error: unknown) => {
    const says = told(error) ?? `an error that nobody awaited: ${error}`;
    writeErr(`patchbay: ${says}\n`);
  };
  process.on('uncaughtException', tell);
  process.on('unhandledRejection', tell);
  return Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
