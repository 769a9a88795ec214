import { FINE, UsageError } from '../exit-codes.js';
import { writeOut } from '../output.js';
import type { SKILL_OPTIONS, SkillOptions } from '../skills/options.js';
import type { CliCommand } from './command.js';

const taken = (action: keyof typeof SKILL_OPTIONS) => async () =>
  (await import('../skills/options.js')).SKILL_OPTIONS[action];

export const skills: CliCommand = {
  help: 'Agent skills: what there is, what each takes, and their tools at work.',
  example: 'patchbay skills run datetime get_current_time',
  actions: {
    list: { help: 'The skills there are, a line for each.', example: 'patchbay skills list', options: taken('list') },
    show: {
      words: 'NAME',
      takes: 'skill',
      help: 'What a skill takes and which tools it has. With --params it is loaded with them; a tool is then as it will be.',
      example: 'patchbay skills show weather_api',
      options: taken('show'),
    },
    run: {
      words: 'NAME TOOL [ARGS]',
      takes: 'skill',
      help: 'Call one tool of a skill, with its arguments as JSON. What it sends is told on stderr. Recordings answer for services, until --live.',
      example: `patchbay skills run datetime get_current_time '{"timezone": "Europe/Oslo"}'`,
      options: taken('run'),
    },
    serve: {
      words: 'NAME…',
      takes: 'skill',
      help: 'Serve the tools of a skill on loopback as the platform calls them, or with --mcp those of one or more skills to MCP clients. Recordings answer for services, until --live.',
      example: 'patchbay skills serve --mcp datetime math',
      options: taken('serve'),
    },
    'mcp-gateway': {
      words: '--config FILE',
      help: 'Run MCP servers for the skill mcp_gateway, each call with servers of its own. Those are programs of yours, and go where they want.',
      example: 'patchbay skills mcp-gateway --config gateway.json',
      options: taken('mcp-gateway'),
    },
    index: {
      words: 'DIR',
      takes: 'folder',
      help: 'Make a search index of the documents in a folder, for native_vector_search: a .swsearch file, or a collection in the Postgres of DATABASE_URL. What did not change keeps its vectors.',
      example: 'patchbay skills index handbook --output handbook.swsearch',
      options: async () => (await import('../skills/index-documents.js')).INDEX_OPTIONS,
    },
    'serve-index': {
      words: 'FILE…',
      takes: 'file',
      help: 'Let native_vector_search ask .swsearch files from elsewhere: serves them on loopback, with a user name and a password.',
      example: 'patchbay skills serve-index handbook.swsearch',
      options: async () => (await import('../skills/serve-index.js')).SERVE_INDEX_OPTIONS,
    },
  },
  async run([action, ...rest]) {
    if (action === 'index') return (await import('../skills/index-documents.js')).indexFiles(rest);
    if (action === 'serve-index') return (await import('../skills/serve-index.js')).serveIndex(rest);
    const run = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run) throw new UsageError(`skills takes ${[...Object.keys(actions), 'index', 'serve-index'].join(', ')}`);
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
    return print(await (await import('../skills/list.js')).list(registry));
  },
  show: async (options) => (await import('../skills/show.js')).show(options),
  run: async (options) => (await import('../skills/run.js')).run(options),
  serve: async (options) =>
    options.mcp
      ? (await import('../skills/serve-mcp.js')).serveMcp(options)
      : (await import('../skills/serve.js')).serve(options),
  'mcp-gateway': async (options) => (await import('../skills/mcp-gateway.js')).mcpGateway(options),
};

function print(text: string): number {
  writeOut(`${text}\n`);
  return FINE;
}
