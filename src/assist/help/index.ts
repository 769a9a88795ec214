export type { HelpPart, Moment, PathStep } from './part.js';
export { skillHelp } from './skill.js';
export { topicHelp } from './topic.js';
