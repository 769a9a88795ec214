import { BUILT_IN } from './builtin/index.js';
import { type ParameterSchema, schemaProblems } from './parameter-schema.js';
import { SkillBase, type SkillClass } from './skill-base.js';

export type SkillSource = 'built-in' | 'external' | 'entry_point' | 'registered';

export interface SkillInfo {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly supports_multiple_instances: boolean;
  readonly required_packages: readonly string[];
  readonly required_env_vars: readonly string[];
  readonly source: SkillSource;
}

export interface SkillDescription extends SkillInfo {
  readonly parameters: ParameterSchema;
}

/** Knows skills by name and loads their classes on demand. You make one and pass it on; there is no global one. */
export class SkillRegistry {
  readonly #registered = new Map<string, SkillClass>();
  readonly #builtIn: Readonly<Record<string, () => Promise<SkillClass>>>;

  constructor(builtIn: Readonly<Record<string, () => Promise<SkillClass>>> = BUILT_IN) {
    this.#builtIn = builtIn;
  }

  /** Metadata of every skill there is, built-in ones first. */
  async discover_skills(): Promise<SkillInfo[]> {
    return Promise.all(this.#names().map(async (name) => this.#info(await this.#load(name))));
  }

  /** The same list as `discover_skills`; the specification tells them apart only by name. */
  async list_skills(): Promise<SkillInfo[]> {
    return this.discover_skills();
  }

  /** Adds a class of your own. A name that is taken is an error. */
  register_skill(skill_class: SkillClass): void {
    if (typeof skill_class !== 'function' || !(skill_class.prototype instanceof SkillBase)) {
      throw new TypeError('register_skill takes a class derived from SkillBase');
    }
    const { SKILL_NAME: name, SKILL_DESCRIPTION: description } = skill_class;
    if (!name || !description) throw new TypeError(`${skill_class.name} needs a SKILL_NAME and a SKILL_DESCRIPTION`);
    const problems = schemaProblems(skill_class.get_parameter_schema());
    if (problems.length > 0) throw new TypeError(`skill "${name}": ${problems.join('; ')}`);
    if (Object.hasOwn(this.#builtIn, name)) throw new TypeError(`skill "${name}" is built in; choose another name`);
    if (this.#registered.has(name) && this.#registered.get(name) !== skill_class) {
      throw new TypeError(`a skill called "${name}" is registered already`);
    }
    this.#registered.set(name, skill_class);
  }

  async get_skill_class(skill_name: string): Promise<SkillClass | undefined> {
    return this.#names().includes(skill_name) ? this.#load(skill_name) : undefined;
  }

  /** Every skill with its parameters, by name. */
  async get_all_skills_schema(): Promise<Record<string, SkillDescription>> {
    const classes = await Promise.all(this.#names().map((name) => this.#load(name)));
    return Object.fromEntries(
      classes.map((skill) => [skill.SKILL_NAME, { ...this.#info(skill), parameters: skill.get_parameter_schema() }]),
    );
  }

  /** Names by where they come from, without loading anything. */
  async list_all_skill_sources(): Promise<
    Record<'built-in' | 'external_paths' | 'entry_points' | 'registered', string[]>
  > {
    return {
      'built-in': Object.keys(this.#builtIn),
      external_paths: [],
      entry_points: [],
      registered: [...this.#registered.keys()],
    };
  }

  #names(): string[] {
    return [...Object.keys(this.#builtIn), ...this.#registered.keys()];
  }

  async #load(name: string): Promise<SkillClass> {
    const load = Object.hasOwn(this.#builtIn, name) ? this.#builtIn[name] : () => this.#registered.get(name);
    const skill = await load?.();
    if (!skill) throw new Error(`skill "${name}" could not be loaded`);
    return skill;
  }

  #info(skill: SkillClass): SkillInfo {
    return {
      name: skill.SKILL_NAME,
      description: skill.SKILL_DESCRIPTION,
      version: skill.SKILL_VERSION,
      supports_multiple_instances: skill.SUPPORTS_MULTIPLE_INSTANCES,
      required_packages: [...skill.REQUIRED_PACKAGES],
      required_env_vars: [...skill.REQUIRED_ENV_VARS],
      source: Object.hasOwn(this.#builtIn, skill.SKILL_NAME) ? 'built-in' : 'registered',
    };
  }
}

/** A registry with the built-in skills. */
export function createRegistry(): SkillRegistry {
  return new SkillRegistry();
}
