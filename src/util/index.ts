export { largest, smallest } from './extremes.js';
export { Mistake } from './mistake.js';
export { nearest } from './near.js';
export { outsidePackages } from './outside-packages.js';
export { packageVersion } from './package-version.js';
export { configFolder, packageRoot, stateFolder } from './paths.js';
export { timerMs } from './timer-ms.js';
