import { FINE, UsageError } from '../exit-codes.js';
import type { SkillOptions } from '../skills/options.js';
import type { CliCommand } from './command.js';

export const skills: CliCommand = {
  usage:
    'skills list | show NAME | run NAME TOOL [ARGS] | serve NAME  [--params JSON] [--replay FILE [--check] | --live]',
  help: 'Agent skills: what there is, what each takes, one call of a tool, or its tools on loopback. Recordings answer for the services that a skill asks, until --live. --skills DIR and --project DIR add more.',
  async run([action, ...rest]) {
    const run = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run) throw new UsageError(`skills takes ${Object.keys(actions).join(', ')}`);
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
  serve: async (options) => (await import('../skills/serve.js')).serve(options),
};

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return FINE;
}
