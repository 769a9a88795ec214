import { FINE, UsageError } from '../exit-codes.js';
import type { SkillOptions } from '../skills/options.js';
import type { CliCommand } from './command.js';

export const skills: CliCommand = {
  usage:
    'skills list | show NAME | run NAME TOOL [ARGS] | serve NAME | serve --mcp NAME… [--http] [--port N] | mcp-gateway --config FILE  [--params JSON] [--replay FILE [--check] | --live]\n' +
    '  patchbay skills index DIR [-o FILE | --collection NAME] [--model mini|base|large|hash|none|NAME] | serve-index FILE… [--port N]',
  help:
    'Agent skills: what there is, what each takes, one call of a tool, or its tools on loopback, for the platform or for MCP clients (on the standard streams, or --http). Recordings answer for the services that a skill asks, until --live. --skills DIR and --project DIR add more. mcp-gateway runs MCP servers for the skill mcp_gateway; those are programs of yours, and go where they want.\n' +
    '      index makes a .swsearch file of the documents in a folder (--chunks markdown|sentence|sliding|paragraph|page|semantic|topic|qa|json, --size, --overlap, --threshold, --types md,txt,html, --exclude GLOB, --tags A,B, --embedding-url URL), or a collection in the Postgres of DATABASE_URL; serve-index lets native_vector_search ask it from elsewhere.',
  actions: {
    list: 'text',
    show: 'skill',
    run: 'skill',
    serve: 'skill',
    'mcp-gateway': 'text',
    index: 'folder',
    'serve-index': 'file',
  },
  options: async () => ({
    ...(await import('../skills/index-documents.js')).INDEX_OPTIONS,
    ...(await import('../skills/options.js')).OPTIONS,
  }),
  async run([action, ...rest]) {
    if (action === 'index') return (await import('../skills/index-documents.js')).indexFiles(rest);
    if (action === 'serve-index') return (await import('../skills/serve-index.js')).serveIndex(rest);
    const run = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run) throw new UsageError(`skills takes ${[...Object.keys(actions), 'index', 'serve-index'].join(', ')}`);
    const { skillOptions } = await import('../skills/options.js');
    return run(skillOptions([action as string, ...rest]));
  },
};

type Action = (options: SkillOptions) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  async list({ registry, json }) {
    if (json) return print(JSON.stringify(await registry.get_all_skills_schema(), null, 2));
    return print(await (await import('../skills/list.js')).list(registry));
  },
  async show({ registry, words: [, name, ...more], json }) {
    if (name === undefined || more.length > 0) throw new UsageError('skills show takes a skill');
    const { previewSkill } = await import('../../skills/index.js');
    const skill = await previewSkill(registry, name, process.env);
    if (!skill) {
      throw await (await import('../skills/no-skill.js')).noSkill(registry, name);
    }
    if (json) return print(JSON.stringify(skill, null, 2));
    const [{ skillHelp }, { Sheet, showText }] = await Promise.all([
      import('../../assist/index.js'),
      import('../../show/index.js'),
    ]);
    return print(showText(new Sheet(skillHelp(skill)), { columns: process.stdout.columns ?? 100 }));
  },
  run: async (options) => (await import('../skills/run.js')).run(options),
  serve: async (options) =>
    options.mcp
      ? (await import('../skills/serve-mcp.js')).serveMcp(options)
      : (await import('../skills/serve.js')).serve(options),
  'mcp-gateway': async (options) => (await import('../skills/mcp-gateway.js')).mcpGateway(options),
};

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return FINE;
}
