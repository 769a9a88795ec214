import { type CliCommand, unknownAction } from '../command.js';
import { print } from '../output.js';
import type { SKILL_OPTIONS, SkillOptions } from '../skills/options.js';

const optionsFor = (action: keyof typeof SKILL_OPTIONS) => async () =>
  (await import('../skills/options.js')).SKILL_OPTIONS[action];

export const skills: CliCommand = {
  help: 'List skills, run their tools, and serve them.',
  example: 'patchbay skills run datetime get_current_time',
  actions: {
    list: { help: 'List the skills.', example: 'patchbay skills list', options: optionsFor('list') },
    show: {
      words: 'NAME',
      takes: 'skill',
      help: 'Show the parameters and tools of a skill. With --params, show the tools as they are with these parameters.',
      example: 'patchbay skills show weather_api',
      options: optionsFor('show'),
    },
    run: {
      words: 'NAME TOOL [ARGS]',
      takes: 'skill',
      takesNext: 'tool',
      help: 'Call one tool of a skill, with its arguments as JSON. Its requests are logged on stderr. Without --live, recordings answer for services.',
      example: `patchbay skills run datetime get_current_time '{"timezone": "Europe/Oslo"}'`,
      options: optionsFor('run'),
    },
    serve: {
      words: 'NAME…',
      takes: 'skill',
      help: 'Serve the tools of one or more skills on loopback, as the platform calls them. With --mcp, serve them to MCP clients. Without --live, recordings answer for services.',
      example: 'patchbay skills serve --mcp datetime math',
      options: optionsFor('serve'),
    },
    'mcp-gateway': {
      words: '--config FILE',
      help: 'Run MCP servers for the skill mcp_gateway. Each call gets its own servers. They are ordinary programs and can use the network.',
      example: 'patchbay skills mcp-gateway --config gateway.json',
      options: optionsFor('mcp-gateway'),
    },
    index: {
      words: 'DIR',
      takes: 'folder',
      help: 'Create a search index of a folder for native_vector_search. The index is a .swsearch file, or a collection in the Postgres database of DATABASE_URL. Unchanged documents keep their vectors.',
      example: 'patchbay skills index handbook --output handbook.swsearch',
      options: async () => (await import('../skills/index-documents.js')).INDEX_OPTIONS,
    },
    'serve-index': {
      words: 'FILE…',
      takes: 'file',
      help: 'Serve .swsearch files on loopback for native_vector_search. Clients need the printed user name and password.',
      example: 'patchbay skills serve-index handbook.swsearch',
      options: async () => (await import('../skills/serve-index.js')).SERVE_INDEX_OPTIONS,
    },
  },
  async run([action, ...rest]) {
    if (action === 'index') return (await import('../skills/index-documents.js')).indexFiles(rest);
    if (action === 'serve-index') return (await import('../skills/serve-index.js')).serveIndex(rest);
    const run = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run) throw unknownAction('skills', action, skills.actions);
    const { skillOptions } = await import('../skills/options.js');
    const options = skillOptions([action as string, ...rest]);
    // Listing skills also runs code of the user's skills.
    const { enforceEgress } = await import('../../http/index.js');
    enforceEgress(options.live ? 'open' : 'loopback');
    return run(options);
  },
};

type Action = (options: SkillOptions) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  async list({ registry, json }) {
    if (json) return print((await import('../../show/index.js')).asJson(await registry.get_all_skills_schema()));
    return print(await (await import('../skills/show.js')).list(registry));
  },
  show: async (options) => (await import('../skills/show.js')).show(options),
  run: async (options) => (await import('../skills/run.js')).run(options),
  serve: async (options) =>
    options.mcp
      ? (await import('../skills/serve-mcp.js')).serveMcp(options)
      : (await import('../skills/serve.js')).serve(options),
  'mcp-gateway': async (options) => (await import('../skills/mcp-gateway.js')).mcpGateway(options),
};
