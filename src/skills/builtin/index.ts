import type { SkillClass } from '../skill-base.js';

/** The skills that come with the package, in the order they are listed, each imported when it is asked for. */
export const BUILT_IN: Readonly<Record<string, () => Promise<SkillClass>>> = {
  markdown_skills: async () => (await import('./markdown_skills.js')).MarkdownSkills,
  knowledge_search: async () => (await import('./knowledge_search.js')).KnowledgeSearch,
  datetime: async () => (await import('./datetime.js')).Datetime,
  maps: async () => (await import('./maps.js')).Maps,
  encyclopedia_search: async () => (await import('./encyclopedia_search.js')).EncyclopediaSearch,
};
