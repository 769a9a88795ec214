export type { HelpPart } from './part.js';
export { skillHelp } from './skill.js';
export { topicHelp } from './topic.js';
