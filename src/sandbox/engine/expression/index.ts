export { evaluate } from './evaluate.js';
export { type Evaluated, lookup, type Scope } from './scope.js';
export { hasPlaceholder, substitute, substitutePaths } from './substitute.js';
