export { chord, type Key, press, printable } from './key.js';
export { KeyParser } from './parse.js';
export { openKeyboard } from './terminal.js';
