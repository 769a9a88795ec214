export { adviceOn, hintsOn } from './advice/advice.js';
export {
  type Correction,
  correctionOf,
  type FailedCall,
  fieldOf,
  resourceMeant,
} from './advice/call-to-try.js';
export { problemIn } from './advice/corrected-call.js';
export { ForgottenAwaits } from './advice/forgotten-await.js';
export { namePage } from './advice/pages.js';
export { meaningOf, STATUS_MEANINGS } from './advice/status-meanings.js';
export { explainError } from './advice/why.js';
export { complete, type Session } from './complete/complete.js';
export { ownNumbersAt } from './complete/from-preloaded.js';
export type { SkillOffer, ToolOffer } from './complete/from-skills.js';
export { type KnownItem, SeenIds } from './complete/seen-ids.js';
export { type CallHelp, signatureAt } from './complete/signature-at.js';
export type { Completion, MarkedSignature, Signature, Suggestion } from './complete/suggestion.js';
export { fieldDescription } from './help/operation.js';
export { RECIPES } from './help/recipes.js';
export { skillHelp } from './help/skill.js';
export { topicHelp } from './help/topic.js';
export { callbackText, responseText, shownSteps, stepText } from './inspect/call-text.js';
export { ownValue } from './inspect/own-value.js';
export { NUMBERED } from './inspect/preloaded.js';
export { explainRoute } from './inspect/route.js';
export { byteLengthOf, entriesIn, typeAndSize } from './inspect/type-and-size.js';
export { isRing, isStory, type Picture, pictureOf } from './picture.js';
export { listFor, listsByPath } from './trial/list-for.js';
export { sample } from './trial/sample.js';
export { invoke, Trial } from './trial/trial.js';
