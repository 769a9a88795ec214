export { chord, type Key, press } from './key.js';
export { KeyParser } from './parse.js';
export { printable } from './printable.js';
export { type Keyboard, openKeyboard } from './terminal.js';
