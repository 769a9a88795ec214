import { join } from 'node:path';
import { interfacesOf, type Member, membersOf } from './class-members.js';
import { INTERFACES, optionsOf } from './class-page.js';
import { GENERATED } from './reference-page.js';

const skills = join(import.meta.dirname, '../../src/skills');

/** The interfaces that a skill uses, in the order of the page. */
const USED = ['ParameterEntry', 'Tool', 'CallContext', 'Progress', 'PromptSection', 'SkillExample'];

/** The reference page of `SkillBase`: tables, because the recipes show the class in use. */
export function skillBasePage(): string {
  const files = [...INTERFACES, 'contract/parameter-schema.ts', 'contract/skill-base.ts'];
  const interfaces = interfacesOf(files.map((file) => join(skills, file)));
  const members = membersOf(join(skills, 'contract/skill-base.ts'), 'SkillBase').filter(
    ({ name }) => !name.startsWith('new '),
  );
  const table = (title: string, rows: readonly Member[]) =>
    `## ${title}\n\n| ${title.toLowerCase()} | |\n| --- | --- |\n${rows.map(rowOf).join('')}`;
  const isMethod = ({ signature }: Member) => /^\w+[<(]/.test(signature);
  const types = USED.map((name) => `### \`${name}\`\n${optionsOf([name, interfaces.get(name) ?? []])}`);
  return `${GENERATED}# \`SkillBase\`

A skill is a class that extends \`SkillBase\`, with \`SKILL_NAME\`, \`SKILL_DESCRIPTION\`, \`setup\` and \`register_tools\`. The other
members have defaults. \`patchbay skills new NAME\` writes a skill that uses many of them, and [the recipes](../skill-recipes.md)
show how to load one. \`SkillBase<typeof PARAMETERS>\` types \`this.params\`. A skill imports from \`patchbay/skills\`, wherever its
file is.

${table(
  'Statics',
  members.filter(({ isStatic }) => isStatic),
)}
${table(
  'Methods',
  members.filter((one) => !one.isStatic && isMethod(one)),
)}
${table(
  'Properties',
  members.filter((one) => !one.isStatic && !isMethod(one)),
)}
## Types

${types.join('\n')}`;
}

const rowOf = ({ signature, doc }: Member): string =>
  `| \`${signature.replace('SkillBase.', 'static ').replaceAll('|', '\\|')}\` | ${doc.replaceAll('|', '\\|')} |\n`;
