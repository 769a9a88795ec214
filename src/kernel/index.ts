export { childEnvironment } from './child-environment.js';
export { installKernel, uninstallKernel } from './install.js';
export { type NotebookRun, runNotebook } from './run-notebook.js';
export { serveKernel } from './serve-kernel.js';
export { type RunningKernel, startKernel } from './start-kernel.js';
