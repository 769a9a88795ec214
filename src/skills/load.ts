import type { Contribution } from './contribution.js';
import { isPlain } from './parameter-schema.js';
import type { SkillBase, SkillClass } from './skill-base.js';
import { SkillLoadError } from './skill-load-error.js';

/** One instance of a skill inside an agent. */
export interface Loaded {
  readonly key: string;
  readonly skill_name: string;
  readonly skill: SkillBase;
  readonly contribution: Contribution;
  /** Aborted when the skill is removed, for the calls that are still running. */
  readonly gone: AbortController;
}

/**
 * Makes a skill and lets it fill its contribution, which the agent sees only after `commit`. When anything fails the
 * skill is cleaned up, and the error says all that is wrong.
 */
export async function loadSkill(
  skill_class: SkillClass,
  params: Readonly<Record<string, unknown>>,
  contribution: Contribution,
  { assertFree, commit }: { assertFree(key: string): void; commit(loaded: Loaded): void },
): Promise<Loaded> {
  const { SKILL_NAME: skill_name } = skill_class;
  let skill: SkillBase | undefined;
  try {
    skill = new skill_class(contribution, params);
    contribution.redact = skill.redact.bind(skill);
    const loaded = { key: skill.get_instance_key(), skill_name, skill, contribution, gone: new AbortController() };
    assertReady(skill_name, skill);
    assertFree(loaded.key);
    if (!(await skill.setup())) throw new SkillLoadError(skill_name, [skill.refusal ?? 'its setup() answered false']);
    await skill.register_tools();
    collect(skill, contribution);
    commit(loaded);
    return loaded;
  } catch (cause) {
    contribution.drop();
    if (skill) await tidyUp(skill);
    if (cause instanceof SkillLoadError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new SkillLoadError(skill_name, [skill ? skill.redact(message) : message]);
  }
}

/** Takes away what is left of a skill that its agent no longer shows. */
export async function unloadSkill({ skill, contribution, gone }: Loaded): Promise<void> {
  contribution.drop();
  gone.abort(new Error('the skill was removed'));
  await skill.cleanup();
}

function assertReady(skill_name: string, skill: SkillBase): void {
  const problems = [
    ...skill.problems,
    ...skill.missing_env_vars().map((variable) => `the environment variable ${variable} is not set`),
    ...skill.missing_packages().map((missing) => `the package ${missing} is missing`),
  ];
  if (problems.length > 0) throw new SkillLoadError(skill_name, problems);
}

function collect(skill: SkillBase, contribution: Contribution): void {
  contribution.add_hints(skill.get_hints());
  const data = skill.get_global_data();
  if (isPlain(data)) contribution.update_global_data(data);
  for (const section of skill.get_prompt_sections()) contribution.prompt_add_section(section);
}

/** The failure that brought us here matters more than one of the cleanup. */
async function tidyUp(skill: SkillBase): Promise<void> {
  try {
    await skill.cleanup();
  } catch (error) {
    skill.logger.error(`cleanup failed: ${error}`);
  }
}
