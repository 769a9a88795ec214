export { skillHelp } from './skill.js';
export { topicHelp } from './topic.js';
