export { complete, type Session } from './complete.js';
export { type HelpPart, skillHelp, topicHelp } from './help/index.js';
export { type Picture, pictureOf } from './picture.js';
export { explainRoute } from './route.js';
export type { Completion, Suggestion } from './suggestion.js';
export { explainError } from './why.js';
