export { asJson } from './as-json.js';
export { clean, cleanExceptColours } from './clean.js';
export { showError } from './error.js';
export { firstLines } from './first-lines.js';
export { paint } from './paint.js';
export { Sheet, type SheetPart, wrapped } from './sheet.js';
export { type ShowOptions, showText } from './text.js';
export { Whole } from './whole.js';
