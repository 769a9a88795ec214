export { FunctionResult } from './result.js';
