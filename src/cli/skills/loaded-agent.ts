import type { SkillSource } from '../../commands/index.js';
import { type Agent, SkillLoadError } from '../../skills/index.js';
import { UsageError } from '../exit-codes.js';

type Params = Readonly<Record<string, unknown>>;

export interface SkillChoice {
  readonly name: string;
  readonly params: Params;
}

/** `params` are the parameters of the only skill, or of several skills by their names. */
export function chosenSkills(names: readonly string[], params: Params): SkillChoice[] {
  const [first] = names;
  if (names.length === 1 && first !== undefined) return [{ name: first, params }];
  const unknown = Object.keys(params).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new UsageError(
      `with several skills, --params must be an object by skill; ${unknown.join(', ')} is not one of the skills`,
    );
  return names.flatMap((name) =>
    // A list loads the skill once for each item.
    [params[name] ?? {}].flat().map((given) => {
      if (typeof given !== 'object' || given === null)
        throw new UsageError(`the parameters of ${name} must be an object, or a list of objects`);
      return { name, params: given as Params };
    }),
  );
}

export async function loadedAgent(skills: readonly SkillChoice[], source: SkillSource): Promise<Agent> {
  const agent = await source.newAgent();
  try {
    for (const { name, params } of skills) await agent.add_skill(name, params);
  } catch (error) {
    await agent.close();
    // The name or the parameters on the command line are wrong.
    if (error instanceof SkillLoadError) throw new UsageError(error.message);
    throw error;
  }
  return agent;
}
