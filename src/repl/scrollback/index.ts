export { eventText } from './event-text.js';
export { Scrollback } from './scrollback.js';
export { catchStrayOutput } from './stray-output.js';
