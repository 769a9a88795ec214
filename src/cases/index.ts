export type { Correction } from './explain/correct.js';
export { type ExplainOptions, type Explanation, explain, type Finding } from './explain/explain.js';
export { exportCase } from './export/export-case.js';
export type { Analysis, ExportOptions } from './export/exporter.js';
export {
  type Dropped,
  type ImportedCase,
  type ImportOptions,
  importCase,
} from './import/import-case.js';
export type { CaseInput } from './import/read-input.js';
export { type Link, links, type Use } from './links/links.js';
export type { RecordingDifference } from './minimize/changes-between.js';
export { type Minimized, type MinimizeOptions, type MinimizeProgress, minimize } from './minimize/minimize.js';
export type { Difference } from './replay/compare.js';
export type { ReplayedWebhook } from './replay/recorded-servers.js';
export {
  type PlannedRequest,
  type ReplayedRequest,
  type ReplayOptions,
  type ReplayReport,
  replay,
} from './replay/replay.js';
export type { ReplayTarget } from './replay/send-again.js';

// For our own parts: the published declarations do not have the following names.

/** @internal */
export { explanationSheet, findingParts } from './explain/explanation-sheet.js';
/** @internal */
export { traps } from './explain/traps/index.js';
/** @internal */
export type { Trap } from './explain/traps/trap.js';
/** @internal */
export { exporterNamed, exporters, exportWithNotes } from './export/export-case.js';
/** @internal */
export { type Exporter, reachableUrl } from './export/exporter.js';
/** @internal */
export type { Importer } from './import/found-request.js';
/** @internal */
export { type ImportFileOptions, type ImportReport, importFiles, refuseExisting } from './import/import-files.js';
/** @internal */
export { droppedLines, importUnpacked, redactionOf } from './import/import-unpacked.js';
/** @internal */
export { importers } from './import/read-input.js';
/** @internal */
export { requestRows, type TableRow } from './import/request-table.js';
/** @internal */
export { type Unpacked, unpacked } from './import/unpack.js';
/** @internal */
export { type Inspection, inspect, possibleSecrets } from './inspect/inspect.js';
/** @internal */
export { inspectionLines, inspectionSheet } from './inspect/inspection-sheet.js';
/** @internal */
export { replacedLines } from './replaced-lines.js';
/** @internal */
export { type ComparedExchange, compareExchanges } from './replay/compare-exchanges.js';
/** @internal */
export { detailLines, plannedLines, requestLine, summaryLines, webhookLine } from './replay/replay-lines.js';
export { typedCall, typedCalls } from './typed-call.js';
