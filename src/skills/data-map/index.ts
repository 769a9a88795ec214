export { DataMap } from './builder.js';
export type { DataMapDocument } from './document.js';
export { type Explanation, explainDataMap } from './explain.js';
export { MissingValues } from './missing-values.js';
export { runDataMap, variablesOf } from './run.js';
export { createExpressionTool, createSimpleApiTool } from './simple.js';
