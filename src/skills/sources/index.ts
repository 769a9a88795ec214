export { type FoundSkill, INVALID_NAME, isSkillName, type SkillProblem, skillsIn } from './directory.js';
export { importSkill } from './import-skill.js';
export { skillsOfProject } from './project-packages.js';
export { readSkillFolder, type SkillFolder } from './read-skill-folder.js';
