import { skillHelp } from '../../assist/index.js';
import { Sheet } from '../../show/index.js';
import { previewSkill, type SkillRegistry, skillSummary } from '../../skills/index.js';
import { Mistake, nearest } from '../../util/index.js';
import { type Command, choices } from './arguments/command.js';

export const skills: Command = {
  name: '.skills',
  group: 'tools',
  takes: '[NAME]',
  help: 'List the skills, or show the parameters and tools of one',
  async complete(words, { bench }) {
    return words.length <= 1
      ? choices((await registryOf(bench.globals).list_skills()).map(({ name, description }) => [name, description]))
      : [];
  },
  async run({ words: [name] }, { globals }) {
    const registry = registryOf(globals);
    const known = (await registry.list_skills()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const example = known[0]?.name ?? 'NAME';
    if (name === undefined)
      return new Sheet([
        { pairs: known.map((skill) => [skill.name, skillSummary(skill)]) },
        `Type .skills ${example} to show a skill, and await agent.add_skill('${example}') to load it.`,
      ]);
    const preview = await previewSkill(registry, name, process.env);
    if (preview) return new Sheet(skillHelp(preview));
    const similar = nearest(
      name,
      known.map((skill) => skill.name),
    );
    throw new Mistake(
      `there is no skill ${name}. ${similar ? `Did you mean ${similar}?` : 'Type .skills to list the skills.'}`,
    );
  },
};

const registryOf = (globals: Readonly<Record<string, unknown>>) => globals.registry as SkillRegistry;
