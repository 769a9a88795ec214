import { skillHelp } from '../../assist/index.js';
import { asJson, Sheet, showText } from '../../show/index.js';
import { previewSkill } from '../../skills/index.js';
import { FINE, UsageError, WRONG_USAGE } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { openWay } from './loaded-agent.js';
import { noSkill } from './no-skill.js';
import type { SkillOptions } from './options.js';

/** Prints the parameters and tools of a skill, loaded as in its example or with the given parameters. */
export async function show(options: SkillOptions): Promise<number> {
  const [, name, ...more] = options.words;
  if (name === undefined || more.length > 0) throw new UsageError('skills show takes a skill');
  const { registry, params, json, live } = options;
  const isGiven = Object.keys(params).length > 0;
  if (isGiven) await openWay(options);
  const skill = await previewSkill(registry, name, process.env, isGiven ? { params, placeholders: !live } : {});
  if (!skill) throw await noSkill(registry, name);
  const text = json ? asJson(skill) : showText(new Sheet(skillHelp(skill)), { columns: process.stdout.columns ?? 100 });
  writeOut(`${text}\n`);
  // Given parameters that do not work are wrong usage. A skill that was shown without its required parameters is not.
  return isGiven && skill.problem !== undefined ? WRONG_USAGE : FINE;
}
