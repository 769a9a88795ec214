import { once } from 'node:events';

/** Resolved when somebody wants this process to end. */
export const untilStopped = (): Promise<unknown> => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
