export { errorText, eventText, wholeText } from './event-text.js';
export { Scrollback, UNCAUGHT } from './scrollback.js';
