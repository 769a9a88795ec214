export { chord, type Key, printable } from './key.js';
export { KeyParser } from './parse.js';
export { openKeyboard } from './terminal.js';
