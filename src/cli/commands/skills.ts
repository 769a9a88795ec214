import type { OwnRuns } from './shell-command.js';

/** The actions on skills that run until Ctrl-C, or show their progress. */
export const SKILL_SERVERS: OwnRuns = {
  serve: async (args) => (await import('../skills/serve.js')).serveSkills(args),
  'mcp-gateway': async (args) => (await import('../skills/mcp-gateway.js')).mcpGateway(args),
  index: async (args) => (await import('../skills/index-documents.js')).indexFiles(args),
  'serve-index': async (args) => (await import('../skills/serve-index.js')).serveIndex(args),
};
