export { chord, type Key } from './key.js';
export { KeyParser } from './parse.js';
export { printable } from './printable.js';
export { openKeyboard } from './terminal.js';
