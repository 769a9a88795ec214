export type { HelpPart } from './part.js';
export { entryText, skillHelp } from './skill.js';
export { topicHelp } from './topic.js';
