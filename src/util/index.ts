export { largest, smallest } from './extremes.js';
export { Mistake } from './mistake.js';
export { nearest } from './near.js';
export { packageVersion } from './package-version.js';
export { configFolder, packageRoot, shippedPath, stateFolder } from './paths.js';
export { resembling } from './resembling.js';
export type { CodeLanguage, Moment, PathStep, SheetPart } from './sheet-part.js';
export { timerMs } from './timer-ms.js';
