export { openRepl } from './open.js';
