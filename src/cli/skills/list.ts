import { cleanLine } from '../../show/index.js';
import type { SkillRegistry } from '../../skills/index.js';

/** Lists the skills, one line each, and after them the skills that cannot be used. */
export async function list(registry: SkillRegistry): Promise<string> {
  const skills = await registry.list_skills();
  const problems = await registry.problems();
  const widest = Math.max(0, ...skills.map(({ name }) => name.length));
  return [
    ...skills.map(({ name, version, source, description }) =>
      cleanLine(`${name.padEnd(widest)}  ${version}  ${source.padEnd(11)}  ${description}`),
    ),
    ...problems.map(({ name, from, message }) => cleanLine(`not usable: ${name} (${from}): ${message}`)),
  ].join('\n');
}
