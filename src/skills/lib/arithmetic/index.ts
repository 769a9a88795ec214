export { evaluate } from './evaluate.js';
export { ArithmeticError } from './operate.js';
