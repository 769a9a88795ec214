export { exportCase, exporters } from './export/export-case.js';
export type { Exporter, ExportOptions } from './export/exporter.js';
export type { Importer } from './import/found-request.js';
export {
  type CaseInput,
  type Dropped,
  type ImportedCase,
  type ImportOptions,
  importCase,
} from './import/import-case.js';
export { type ImportFileOptions, type ImportReport, importFiles } from './import/import-files.js';
export { type Link, links, type Use } from './links/links.js';
export { type Minimized, type MinimizeOptions, type MinimizeProgress, minimize } from './minimize/minimize.js';
export { replacedLines } from './replaced-lines.js';
export type { Difference } from './replay/compare.js';
export {
  type ReplayedRequest,
  type ReplayOptions,
  type ReplayReport,
  type ReplayTarget,
  replay,
} from './replay/replay.js';
