export { adviceOn } from './advice.js';
export { complete, type Session } from './complete.js';
export { ForgottenAwaits } from './forgotten-await.js';
export type { SkillOffer, ToolOffer } from './from-skills.js';
export { type HelpPart, skillHelp, topicHelp } from './help/index.js';
export { explainRoute } from './route.js';
export { Seen } from './seen.js';
export type { Completion, Signature, Suggestion } from './suggestion.js';
export { explainError } from './why.js';
