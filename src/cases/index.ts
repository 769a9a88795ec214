export {
  type ExplainOptions,
  type Explanation,
  explain,
  type Finding,
} from './explain/explain.js';
export { explanationSheet, findingParts } from './explain/explanation-sheet.js';
export { traps } from './explain/traps/index.js';
export type { Trap } from './explain/traps/trap.js';
export { exportCase, exporterNamed, exporters } from './export/export-case.js';
export { type Exporter, type ExportOptions, reachableUrl } from './export/exporter.js';
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
