export { type Evaluated, evaluate } from './evaluate.js';
export type { Scope } from './scope.js';
export { type Substituted, substitute } from './substitute.js';
