import type { SkillRegistry } from '../../skills/index.js';
import { nearest } from '../../util/index.js';
import { UsageError } from '../exit-codes.js';

/** Explains why a skill is not available: it cannot be loaded, or the name is a likely typo. */
export async function noSkill(registry: SkillRegistry, name: string): Promise<UsageError> {
  const broken = (await registry.problems()).find((problem) => problem.name === name);
  if (broken) return new UsageError(`${name} cannot be used (${broken.from}): ${broken.message}`);
  const meant = nearest(
    name,
    (await registry.list_skills()).map((one) => one.name),
  );
  return new UsageError(`there is no skill ${name}${meant ? `; did you mean ${meant}?` : ''}`);
}
