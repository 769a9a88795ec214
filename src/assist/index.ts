export { complete, type Session } from './complete.js';
export type { Completion, Suggestion } from './suggestion.js';
