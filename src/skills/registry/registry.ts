import { statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { isPlain } from '../../util/index.js';
import { BUILT_IN } from '../builtin/index.js';
import { COMMON_PARAMETERS, type ParameterSchema, schemaProblems } from '../contract/parameter-schema.js';
import type { Environment } from '../contract/skill-agent.js';
import { SkillBase, type SkillClass } from '../contract/skill-base.js';
import {
  type FoundSkill,
  INVALID_NAME,
  importSkill,
  isSkillName,
  type SkillFolder,
  type SkillProblem,
  skillsIn,
  skillsOfProject,
} from '../sources/index.js';

export type SkillSource = 'built-in' | 'external' | 'entry_point' | 'registered';

export interface SkillInfo {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly supports_multiple_instances: boolean;
  readonly required_packages: readonly string[];
  readonly required_env_vars: readonly string[];
  /** The environment variables that the skill reads: the required ones, and those of its parameters. */
  readonly env_vars: readonly string[];
  /** The variables of the secrets that the skill requires, such as API keys. */
  readonly keys: readonly string[];
  readonly source: SkillSource;
}

export interface SkillDescription extends SkillInfo {
  readonly parameters: ParameterSchema;
}

export interface RegistryOptions {
  /** `PLATFORM_SKILL_PATHS` adds directories, separated as in PATH. */
  readonly env?: Environment;
  /** Allows a class to replace another of its name, and is called when it does. Without it, that is an error. */
  readonly replaced?: (notice: string) => void;
  /** The project whose packages may define skills. Without it, none are searched: their code would run. */
  readonly project?: string;
}

interface KnownSkill {
  readonly name: string;
  readonly source: SkillSource;
  load(): Promise<SkillClass>;
}

/** Finds skills by name and loads their classes on demand. Create a registry and pass it on. A global registry does not exist. */
export class SkillRegistry {
  readonly #builtIn: Readonly<Record<string, () => Promise<SkillClass>>>;
  readonly #registered = new Map<string, SkillClass>();
  /** Directories, with their skills if those were read when the directory was added. */
  readonly #directories = new Map<string, SkillFolder | undefined>();
  readonly #project: string | undefined;
  readonly #replaced: RegistryOptions['replaced'];
  /** By file, so that a class is loaded only once, and a broken one is not tried again. */
  readonly #imported = new Map<string, Promise<SkillClass>>();
  readonly #pathProblems: SkillProblem[] = [];

  constructor(
    builtIn: Readonly<Record<string, () => Promise<SkillClass>>> = BUILT_IN,
    { env = process.env, project, replaced }: RegistryOptions = {},
  ) {
    this.#builtIn = builtIn;
    this.#project = project === undefined ? undefined : directoryAt(project);
    this.#replaced = replaced;
    for (const path of (env.PLATFORM_SKILL_PATHS ?? '').split(delimiter).filter(Boolean)) {
      try {
        this.add_skill_directory(path);
      } catch (error) {
        this.#pathProblems.push({ name: path, from: 'PLATFORM_SKILL_PATHS', message: messageOf(error) });
      }
    }
  }

  /** Returns the metadata of every skill that can be loaded, from all sources. */
  async discover_skills(): Promise<SkillInfo[]> {
    return (await this.#survey()).usable.map(({ known, skill }) => info(skill, known.source));
  }

  /** An alias of `discover_skills`. */
  async list_skills(): Promise<SkillInfo[]> {
    return this.discover_skills();
  }

  /** Returns the skills that cannot be loaded, by name. Other skills are not affected. */
  async problems(): Promise<SkillProblem[]> {
    return (await this.#survey()).problems;
  }

  /** Adds your own class. A name that is already used is an error. */
  register_skill(skill_class: SkillClass): void {
    if (typeof skill_class !== 'function' || !(skill_class.prototype instanceof SkillBase)) {
      throw new TypeError('register_skill requires a class that extends SkillBase');
    }
    const { SKILL_NAME: name } = described(skill_class);
    if (Object.hasOwn(this.#builtIn, name)) throw new TypeError(`skill "${name}" is built in. Choose another name`);
    if (this.#registered.has(name) && this.#registered.get(name) !== skill_class) {
      if (!this.#replaced) throw new TypeError(`a skill called "${name}" is already registered`);
      this.#replaced(
        `skill "${name}" was registered again. Loaded instances stay unchanged until add_skill loads it again`,
      );
    }
    this.#registered.set(name, skill_class);
  }

  /** Adds a directory with a skill in each sub-directory. With `read`, the skills are as they were read before. */
  add_skill_directory(path: string, read?: SkillFolder): void {
    const directory = directoryAt(path);
    if (!this.#directories.has(directory)) this.#directories.set(directory, read);
  }

  /** Loads the class of a skill. Returns undefined for an unknown skill, and throws if the skill cannot be loaded. */
  async get_skill_class(skill_name: string): Promise<SkillClass | undefined> {
    return this.#known().skills.get(skill_name)?.load();
  }

  /** Returns every skill with its parameters, by name. */
  async get_all_skills_schema(): Promise<Record<string, SkillDescription>> {
    const { usable } = await this.#survey();
    return Object.fromEntries(
      usable.map(({ known, skill }) => [
        known.name,
        { ...info(skill, known.source), parameters: skill.get_parameter_schema() },
      ]),
    );
  }

  /** Returns the names by source. Loads the skills on disk, because `problems()` returns the broken ones. */
  async list_all_skill_sources(): Promise<
    Record<'built-in' | 'external_paths' | 'entry_points' | 'registered', string[]>
  > {
    const known = [...this.#known().skills.values()];
    const isOnDisk = ({ source }: KnownSkill) => source === 'external' || source === 'entry_point';
    const loads = await Promise.allSettled(known.map((one) => isOnDisk(one) && one.load()));
    const all = known.filter((_, index) => loads[index]?.status === 'fulfilled');
    const from = (source: SkillSource) => all.filter((one) => one.source === source).map(({ name }) => name);
    return {
      'built-in': from('built-in'),
      external_paths: from('external'),
      entry_points: from('entry_point'),
      registered: from('registered'),
    };
  }

  /** Lists the skills of all sources. The first of a name wins, so a skill on disk cannot replace a built-in one. */
  #known(): { skills: Map<string, KnownSkill>; problems: SkillProblem[] } {
    const skills = new Map<string, KnownSkill>();
    const problems = [...this.#pathProblems];
    for (const [name, load] of Object.entries(this.#builtIn)) skills.set(name, { name, source: 'built-in', load });
    for (const [name, skill] of this.#registered) {
      skills.set(name, { name, source: 'registered', load: async () => skill });
    }
    const onDisk = [
      ...(this.#project === undefined
        ? []
        : [{ source: 'entry_point', found: skillsOfProject(this.#project) } as const]),
      ...[...this.#directories].map(
        ([directory, read]) => ({ source: 'external', found: read ?? skillsIn(directory) }) as const,
      ),
    ];
    for (const { source, found } of onDisk) {
      problems.push(...found.problems);
      for (const one of found.skills) {
        const first = skills.get(one.name);
        if (first)
          problems.push({
            name: one.name,
            from: one.from,
            message: `the name is already used by another skill (${first.source})`,
          });
        else skills.set(one.name, { name: one.name, source, load: () => this.#import(one) });
      }
    }
    return { skills, problems };
  }

  async #survey() {
    const { skills, problems } = this.#known();
    const usable: { known: KnownSkill; skill: SkillClass }[] = [];
    const all = [...skills.values()];
    const loads = await Promise.allSettled(all.map((known) => known.load()));
    for (const [index, known] of all.entries()) {
      const load = loads[index] as PromiseSettledResult<SkillClass>;
      if (load.status === 'fulfilled') usable.push({ known, skill: load.value });
      else problems.push({ name: known.name, from: known.source, message: messageOf(load.reason) });
    }
    return { usable, problems };
  }

  #import(found: FoundSkill): Promise<SkillClass> {
    const known = this.#imported.get(found.file);
    if (known) return known;
    const failed = (cause: unknown): never => {
      throw new Error(`skill "${found.name}" in ${found.from} cannot be loaded: ${messageOf(cause)}`, { cause });
    };
    const loading = importSkill(found).then(described, failed);
    this.#imported.set(found.file, loading);
    return loading;
  }
}

/** Creates a registry with the built-in skills. */
export function createRegistry(options: RegistryOptions = {}): SkillRegistry {
  return new SkillRegistry(BUILT_IN, options);
}

function directoryAt(path: string): string {
  const directory = resolve(path);
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return directory;
  throw new TypeError(`${path} is not a directory`);
}

function described(skill_class: SkillClass): SkillClass {
  const { SKILL_NAME: name, SKILL_DESCRIPTION: description, prototype } = skill_class;
  const missing = [
    ...(name ? [] : ['SKILL_NAME']),
    ...(description ? [] : ['SKILL_DESCRIPTION']),
    // TypeScript requires both, but a class in JavaScript may lack them.
    ...(['setup', 'register_tools'] as const)
      .filter((one) => typeof prototype[one] !== 'function')
      .map((one) => `${one}()`),
  ];
  if (missing.length > 0) throw new TypeError(`the class ${skill_class.name} must define ${missing.join(', ')}`);
  if (!isSkillName(name)) throw new TypeError(`${INVALID_NAME}, got ${JSON.stringify(name)}`);
  const schema = skill_class.get_parameter_schema();
  const problems = [
    ...schemaProblems(schema),
    ...Object.keys(COMMON_PARAMETERS)
      .filter((common) => isPlain(schema) && !Object.hasOwn(schema, common))
      .map((common) => `the parameter schema lacks the common parameter ${common}`),
  ];
  if (problems.length > 0) throw new TypeError(`skill "${name}": ${problems.join('; ')}`);
  return skill_class;
}

function info(skill: SkillClass, source: SkillSource): SkillInfo {
  const entries = Object.values(skill.get_parameter_schema());
  const variables = (some: typeof entries) => some.flatMap(({ env_var }) => env_var ?? []);
  return {
    name: skill.SKILL_NAME,
    description: skill.SKILL_DESCRIPTION,
    version: skill.SKILL_VERSION,
    supports_multiple_instances: skill.SUPPORTS_MULTIPLE_INSTANCES,
    required_packages: [...skill.REQUIRED_PACKAGES],
    required_env_vars: [...skill.REQUIRED_ENV_VARS],
    env_vars: [...new Set([...skill.REQUIRED_ENV_VARS, ...variables(entries)])],
    keys: variables(entries.filter(({ required, hidden }) => required && hidden)),
    source,
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
