import { isPlain } from '../../util/index.js';
import type { Environment } from './skill-agent.js';
import type { SkillClass } from './skill-base.js';

/** Replaces a secret that only the user has, in modes that do not call real services. */
export const PLACEHOLDER = 'placeholder';

type Params = Readonly<Record<string, unknown>>;

interface PlaceholderOptions {
  readonly isEnabled: () => boolean;
  readonly env: Environment;
  notify(message: string): void;
}

/** Fills in the required hidden parameters that are missing, and reports each once. */
export class Placeholders {
  readonly #reported = new Set<string>();

  constructor(private readonly options: PlaceholderOptions) {}

  fill(skill_class: SkillClass, params: Params): Params {
    if (!this.options.isEnabled() || !isPlain(params)) return params;
    const missing = missingSecrets(skill_class, params, this.options.env);
    const { SKILL_NAME: skill } = skill_class;
    const unreported = missing.filter((name) => !this.#reported.has(`${skill} ${name}`));
    for (const name of unreported) this.#reported.add(`${skill} ${name}`);
    if (unreported.length > 0) this.options.notify(`${skill}: using a placeholder for ${unreported.join(', ')}`);
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
