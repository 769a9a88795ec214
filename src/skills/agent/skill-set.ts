import { alternatives, nearest } from '../../util/index.js';
import type { SkillClass } from '../contract/skill-base.js';
import type { SkillRegistry } from '../registry/registry.js';
import type { Contribution } from './contribution.js';
import { type Loaded, loadSkill, SkillLoadError, unloadSkill } from './load.js';

interface Owner {
  contribution(): Contribution;
  /** Adds the parameters that the agent supplies. */
  complete(skill_class: SkillClass, params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** Called when a skill replaces the one with its key. Without it, that is an error. */
  readonly replaced: ((key: string) => void) | undefined;
  readonly timeoutMs: number;
}

/** Returns the skill that a typo stands for, or else the skills whose names contain the word. */
function skillsLike(name: string, known: readonly string[]): readonly string[] {
  const near = nearest(name, known);
  if (near !== undefined) return [near];
  const word = name.toLowerCase();
  return word.length < MIN_OF_WORD ? [] : known.filter((one) => one.includes(word)).slice(0, MAX_MEANT);
}

const MIN_OF_WORD = 3;
const MAX_MEANT = 3;

export class SkillSet {
  readonly #loaded = new Map<string, Loaded>();
  readonly #loading = new Set<Promise<unknown>>();
  readonly #closingSignal = new AbortController();
  #closing?: Promise<void>;

  constructor(
    private readonly registry: SkillRegistry,
    private readonly owner: Owner,
  ) {}

  async add(name: string, params: Readonly<Record<string, unknown>>): Promise<string> {
    const loading = this.#load(name, params);
    this.#loading.add(loading);
    try {
      return (await loading).key;
    } finally {
      this.#loading.delete(loading);
    }
  }

  async remove(name: string): Promise<boolean> {
    const [one, ...others] = this.find(name);
    if (others.length > 0) {
      const keys = this.find(name).map(({ key }) => key);
      throw new TypeError(`${name} is loaded several times. Remove one of ${keys.join(', ')}`);
    }
    if (!one) return false;
    this.#loaded.delete(one.key);
    await unloadSkill(one);
    return true;
  }

  /** Returns the instance with a key, or all instances of a skill name. */
  find(name: string): Loaded[] {
    const exact = this.#loaded.get(name);
    return exact ? [exact] : this.all().filter(({ skill_name }) => skill_name === name);
  }

  all(): Loaded[] {
    return [...this.#loaded.values()];
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #load(name: string, params: Readonly<Record<string, unknown>>): Promise<Loaded> {
    if (this.#closing) throw new SkillLoadError(name, ['the agent is closed']);
    if (typeof name !== 'string')
      throw new TypeError("add_skill(name): name must be the name of a skill, such as 'datetime'");
    const skill_class = await this.registry.get_skill_class(name);
    if (skill_class) {
      return loadSkill(skill_class, this.owner.complete(skill_class, params), this.owner.contribution(), {
        predecessor: (key) => this.#predecessor(key, skill_class)?.contribution,
        commit: (loaded) => this.#commit(loaded, skill_class),
        timeoutMs: this.owner.timeoutMs,
        closing: this.#closingSignal.signal,
      });
    }
    const known = (await this.registry.list_skills()).map((skill) => skill.name);
    const meant = skillsLike(name, known);
    throw new SkillLoadError(name, [
      meant.length > 0 ? `the skill does not exist. Did you mean ${alternatives(meant)}?` : 'the skill does not exist',
    ]);
  }

  /** Checks for conflicts again, because others may have been added, or the agent closed, meanwhile. */
  async #commit(loaded: Loaded, skill_class: SkillClass): Promise<void> {
    if (this.#closing) throw new Error('the agent is closed');
    const before = this.#predecessor(loaded.key, skill_class);
    loaded.contribution.instead = before?.contribution;
    loaded.contribution.assertNoClash();
    this.#loaded.set(loaded.key, loaded);
    if (!before) return;
    this.owner.replaced?.(loaded.key);
    // The new skill stays loaded, even if the cleanup of the old one fails.
    await unloadSkill(before).catch((error) =>
      loaded.skill.logger.error(`cleanup of the replaced instance failed: ${error}`),
    );
  }

  /** Returns the skill that the next one with this key replaces. Throws if replacing is not allowed. */
  #predecessor(key: string, skill_class: SkillClass): Loaded | undefined {
    const loaded = this.#loaded.get(key);
    if (!loaded || this.owner.replaced) return loaded;
    const remove = `remove_skill(${JSON.stringify(key)})`;
    // A skill with a `prefix` names its tools after it rather than after the `tool_name`.
    const name = Object.hasOwn(skill_class.get_parameter_schema(), 'prefix') ? 'prefix' : 'tool_name';
    const advice = skill_class.SUPPORTS_MULTIPLE_INSTANCES
      ? `Give this instance another ${name}, or remove the other: ${remove}`
      : `It cannot be loaded twice. To remove it, call ${remove}`;
    throw new Error(`${key} is already loaded. ${advice}`);
  }

  async #close(): Promise<void> {
    this.#closingSignal.abort(new Error('the agent is closed'));
    await Promise.allSettled(this.#loading);
    const all = this.all();
    this.#loaded.clear();
    const ends = await Promise.allSettled(all.map(unloadSkill));
    const failures = ends.flatMap((end, index) =>
      end.status === 'rejected' ? [{ key: all[index]?.key, reason: end.reason }] : [],
    );
    if (failures.length === 0) return;
    throw new AggregateError(
      failures.map(({ reason }) => reason),
      `cleanup failed for ${failures.map(({ key }) => key).join(', ')}`,
    );
  }
}
