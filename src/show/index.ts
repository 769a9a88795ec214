export { type MimeBundle, mimeBundle } from './bundle.js';
export { clean, cleanExceptColours, cleanStream } from './clean.js';
export { showError } from './error.js';
export { Illustrated } from './illustrated.js';
export { paint } from './paint.js';
export { Progress } from './progress.js';
export { Sheet, type SheetPart } from './sheet.js';
export { type ShowOptions, showText } from './text.js';
