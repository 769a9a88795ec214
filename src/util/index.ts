export { nearest } from './near.js';
export { packageRoot, stateFolder } from './paths.js';
