import { isPlain } from '../../util/index.js';
import type { Environment } from './skill-agent.js';
import type { SkillClass } from './skill-base.js';

/** Replaces a secret that only the user has, in modes that do not call real services. */
export const PLACEHOLDER = 'placeholder';

type Params = Readonly<Record<string, unknown>>;

interface Surroundings {
  /** Returns whether placeholders are used now. */
  readonly wanted: () => boolean;
  readonly env: Environment;
  tell(message: string): void;
}

/** Fills in the required hidden parameters that are missing, and reports each once. */
export class Placeholders {
  readonly #around: Surroundings;
  readonly #told = new Set<string>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  fill(skill_class: SkillClass, params: Params): Params {
    if (!this.#around.wanted() || !isPlain(params)) return params;
    const missing = missingSecrets(skill_class, params, this.#around.env);
    const { SKILL_NAME: skill } = skill_class;
    const news = missing.filter((name) => !this.#told.has(`${skill} ${name}`));
    for (const name of news) this.#told.add(`${skill} ${name}`);
    if (news.length > 0) this.#around.tell(`${skill}: a placeholder stands for ${news.join(', ')}`);
    return { ...params, ...Object.fromEntries(missing.map((name) => [name, PLACEHOLDER])) };
  }
}

function missingSecrets(skill_class: SkillClass, params: Params, env: Environment): string[] {
  const isGiven = (value: unknown) => (typeof value === 'string' ? value.trim() !== '' : (value ?? undefined));
  const schema = skill_class.get_parameter_schema();
  const isThere = (name: string) => {
    const { env_var, default: usual } = schema[name] ?? {};
    return isGiven(params[name] ?? (env_var && env[env_var]) ?? usual);
  };
  return Object.entries(schema).flatMap(([name, { type, required, required_without, hidden }]) => {
    const isNeeded = required || (required_without !== undefined && !isThere(required_without));
    return isNeeded && hidden && type === 'string' && !isThere(name) ? [name] : [];
  });
}
