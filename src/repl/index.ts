export { openRepl } from './open.js';
export type { ReplOptions, Watchdog } from './options.js';
