import { asJson, cleanLine, Sheet, showText } from '../../show/index.js';
import { previewSkill, type SkillRegistry, skillSummary } from '../../skills/index.js';
import { nearest } from '../../util/index.js';
import { FINE, UsageError, WRONG_USAGE } from '../exit-codes.js';
import { print } from '../output.js';
import { applyEgress } from './loaded-agent.js';
import type { SkillOptions } from './options.js';

/** Prints the parameters and tools of a skill, loaded as in its example or with the given parameters. */
export async function show(options: SkillOptions): Promise<number> {
  const [, name, ...more] = options.words;
  if (name === undefined || more.length > 0) throw new UsageError('skills show needs one skill');
  const { registry, params, json, live } = options;
  const isGiven = Object.keys(params).length > 0;
  if (isGiven) await applyEgress(options);
  const skill = await previewSkill(registry, name, process.env, isGiven ? { params, placeholders: !live } : {});
  if (!skill) throw await unknownSkill(registry, name);
  // Loaded here, because a list of the skills does not need it.
  const { skillHelp } = await import('../../assist/index.js');
  const text = json ? asJson(skill) : showText(new Sheet(skillHelp(skill)), { columns: process.stdout.columns ?? 100 });
  print(text);
  // Given parameters that do not work are wrong usage. A skill that was shown without its required parameters is not.
  return isGiven && skill.problem !== undefined ? WRONG_USAGE : FINE;
}

/** Lists the skills, one line each if the terminal is wide enough, and after them the skills that cannot be used. */
export async function list(registry: SkillRegistry, columns = process.stdout.columns): Promise<string> {
  const skills = await registry.list_skills();
  const problems = await registry.problems();
  const widest = Math.max(0, ...skills.map(({ name }) => name.length));
  const lines = skills.map((skill) =>
    cleanLine(`${skill.name.padEnd(widest)}  ${skill.version}  ${skill.source.padEnd(11)}  ${skillSummary(skill)}`),
  );
  const unusable = problems.map(({ name, from, message }) => cleanLine(`not usable: ${name} (${from}): ${message}`));
  // Absent in a pipe.
  if (columns === undefined || lines.every(({ length }) => length <= columns))
    return [...lines, ...unusable].join('\n');
  const pairs = skills.map((skill): [string, string] => [
    skill.name,
    `${skillSummary(skill)} (${skill.version}, ${skill.source})`,
  ]);
  return showText(new Sheet([{ pairs }, ...unusable]), { columns });
}

/** Explains why a skill is not available: it cannot be loaded, or the name is a likely typo. */
async function unknownSkill(registry: SkillRegistry, name: string): Promise<UsageError> {
  const broken = (await registry.problems()).find((problem) => problem.name === name);
  if (broken) return new UsageError(`${name} is not usable (${broken.from}): ${broken.message}`);
  const meant = nearest(
    name,
    (await registry.list_skills()).map((one) => one.name),
  );
  return new UsageError(
    `unknown skill ${name}${meant ? `. Did you mean ${meant}?` : '. To list the skills, run: patchbay skills list'}`,
  );
}
