export type { Comm, CommHandlers } from './execute/comms.js';
export type { CapturedOutput } from './execute/front-end.js';
export type { CommPort } from './execute/kernel.js';
export { childEnvironment } from './run/child-environment.js';
export type { NotebookParameters } from './run/inject-parameters.js';
export { installKernel, uninstallKernel } from './run/install.js';
export {
  type Cell,
  joined,
  type Lines,
  type Notebook,
  notebookText,
  type Output,
  readNotebook,
  split,
  writeNotebook,
} from './run/notebook-file.js';
export { type NotebookRun, runNotebook } from './run/run-notebook.js';
export { serveKernel } from './run/serve-kernel.js';
export { type RunningKernel, startKernel } from './run/start-kernel.js';
