export { errorText, eventText } from './event-text.js';
export { Scrollback, UNCAUGHT } from './scrollback.js';
export { catchStrayOutput } from './stray-output.js';
