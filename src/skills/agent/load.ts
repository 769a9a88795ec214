import { isPlain, withDeadline } from '../../util/index.js';
import type { SkillBase, SkillClass } from '../contract/skill-base.js';
import type { Contribution } from './contribution.js';

/** A skill could not be loaded. No part of it is left in the agent. */
export class SkillLoadError extends Error {
  override readonly name = 'SkillLoadError';

  constructor(
    readonly skill: string,
    /** The problems to fix, one sentence each. */
    readonly problems: readonly string[],
    options?: ErrorOptions,
  ) {
    super(`skill "${skill}" was not loaded: ${problems.join('; ').replaceAll('?;', '?')}`, options);
  }
}

/** One instance of a skill in an agent. */
export interface Loaded {
  readonly key: string;
  readonly skill_name: string;
  readonly skill: SkillBase;
  readonly contribution: Contribution;
  /** Aborted when the skill is removed, to stop calls that are still running. */
  readonly removed: AbortController;
}

interface Loading {
  /** Returns the contribution that has the key and will be replaced. Throws if it must not be replaced. */
  predecessor(key: string): Contribution | undefined;
  commit(loaded: Loaded): Promise<void>;
  readonly timeoutMs: number;
  readonly closing: AbortSignal;
}

/** Lets a skill fill its contribution, which is visible only after `commit`. Cleans up if anything fails. */
export async function loadSkill(
  skill_class: SkillClass,
  params: Readonly<Record<string, unknown>>,
  contribution: Contribution,
  { predecessor, commit, timeoutMs, closing }: Loading,
): Promise<Loaded> {
  const { SKILL_NAME: skill_name } = skill_class;
  let skill: SkillBase | undefined;
  try {
    const made = new skill_class(contribution, params);
    skill = made;
    contribution.redact = skill.redact.bind(skill);
    const loaded = {
      key: made.agent_key,
      skill_name,
      skill: made,
      contribution,
      removed: new AbortController(),
    };
    assertReady(skill_name, made);
    contribution.instead = predecessor(loaded.key);
    await withDeadline(() => setUp(made), { signals: [closing], timeoutMs, late: 'the skill was not ready' });
    collect(made, contribution);
    await commit(loaded);
    return loaded;
  } catch (cause) {
    contribution.drop();
    if (skill) await cleanUp(skill);
    if (cause instanceof SkillLoadError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new SkillLoadError(skill_name, [skill ? skill.redact(message) : message]);
  }
}

async function setUp(skill: SkillBase): Promise<void> {
  if (!(await skill.setup())) {
    const why = skill.loggedErrors.length > 0 ? `: ${skill.loggedErrors.join('; ')}` : '';
    throw new Error(`setup() returned false${why}`);
  }
  await skill.register_tools();
}

export async function unloadSkill({ skill, contribution, removed }: Loaded): Promise<void> {
  contribution.drop();
  removed.abort(new Error('the skill was removed'));
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

/** A failing cleanup is only logged, because the error that caused it is more important. */
async function cleanUp(skill: SkillBase): Promise<void> {
  try {
    await skill.cleanup();
  } catch (error) {
    skill.logger.error(`cleanup failed: ${error}`);
  }
}
