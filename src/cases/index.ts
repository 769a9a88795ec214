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
export { replacedLines } from './replaced-lines.js';
