export { type InstallOptions, type InstallPlace, installKernel, uninstallKernel } from './install.js';
export { type NotebookRun, type Progress, type RunNotebookOptions, runNotebook } from './run-notebook.js';
export { type RunningKernel, type StartOptions, startKernel } from './start-kernel.js';
