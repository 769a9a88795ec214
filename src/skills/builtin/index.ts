import type { SkillClass } from '../contract/skill-base.js';

/** The built-in skills in listing order. Each module is imported on demand. */
export const BUILT_IN = {
  trivia: async () => (await import('./trivia.js')).Trivia,
  markdown_skills: async () => (await import('./markdown_skills.js')).MarkdownSkills,
  knowledge_search: async () => (await import('./knowledge_search.js')).KnowledgeSearch,
  knowledge_search_serverless: async () => (await import('./knowledge_search_serverless.js')).KnowledgeSearchServerless,
  datetime: async () => (await import('./datetime.js')).Datetime,
  maps: async () => (await import('./maps.js')).Maps,
  info_gatherer: async () => (await import('./info_gatherer.js')).InfoGatherer,
  joke: async () => (await import('./joke.js')).Joke,
  math: async () => (await import('./math.js')).MathSkill,
  mcp_gateway: async () => (await import('./mcp_gateway.js')).McpGateway,
  native_vector_search: async () => (await import('./native_vector_search.js')).NativeVectorSearch,
  play_background_file: async () => (await import('./play_background_file.js')).PlayBackgroundFile,
  spider: async () => (await import('./spider.js')).Spider,
  swml_transfer: async () => (await import('./swml_transfer.js')).SwmlTransfer,
  weather_api: async () => (await import('./weather_api.js')).WeatherApi,
  web_search: async () => (await import('./web_search.js')).WebSearch,
  encyclopedia_search: async () => (await import('./encyclopedia_search.js')).EncyclopediaSearch,
} as const satisfies Readonly<Record<string, () => Promise<SkillClass>>>;
