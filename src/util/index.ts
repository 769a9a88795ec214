export { nearest } from './near.js';
export { packageVersion } from './package-version.js';
export { packageRoot, stateFolder } from './paths.js';
