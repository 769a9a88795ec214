export { errorText, eventText } from './event-text.js';
export { Scrollback, UNCAUGHT } from './scrollback.js';
