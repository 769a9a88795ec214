import { once } from 'node:events';
import { writeErr } from './output.js';

/** Says whose error it is, where that is known. */
type Told = (error: unknown) => string | undefined;

/**
 * Resolved when somebody wants this process to end. From now on an error that nobody awaited, such as one that a tool
 * throws after its answer, is told and ends nothing: the others who are being served have no part in it.
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
