export { hashFolder } from './folder-hash.js';
export { type ReadModule, type ReadOptions, readModule } from './read-module.js';
