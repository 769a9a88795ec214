export { clean, cleanExceptColours } from './clean.js';
export { showError } from './error.js';
export { paint } from './paint.js';
export { Sheet, type SheetPart } from './sheet.js';
export { type ShowOptions, showText } from './text.js';
