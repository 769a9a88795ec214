import type { SkillClass } from '../skill-base.js';

/** The skills that come with the package, in the order they are listed, each imported when it is asked for. */
export const BUILT_IN: Readonly<Record<string, () => Promise<SkillClass>>> = {
  datetime: async () => (await import('./datetime.js')).Datetime,
  spider: async () => (await import('./spider.js')).Spider,
  web_search: async () => (await import('./web_search.js')).WebSearch,
};
