import { Agent, type AgentTool } from './agent.js';
import type { ParameterSchema } from './parameter-schema.js';
import type { SkillDescription, SkillRegistry } from './registry.js';
import type { Environment, PromptSection } from './skill-agent.js';

/** A skill as somebody who chooses one wants to see it. */
export interface SkillPreview extends SkillDescription {
  readonly tools: readonly AgentTool[];
  readonly hints: readonly string[];
  readonly prompt_sections: readonly PromptSection[];
  /** Why it has no tools to show: it needs parameters that nobody could make up. */
  readonly problem?: string;
}

/** What stands in for a value that only the user has. */
const PLACEHOLDER = 'placeholder';

/** Loads a skill with placeholders for what it needs, in an agent that reaches nothing, and tells what it brings. */
export async function previewSkill(
  registry: SkillRegistry,
  name: string,
  env: Environment = {},
): Promise<SkillPreview | undefined> {
  const description = (await registry.get_all_skills_schema())[name];
  if (!description) return undefined;
  const nowhere = { send: () => Promise.reject(new Error('a preview sends nothing')) };
  const agent = new Agent({ registry, env, transport: nowhere });
  try {
    await agent.add_skill(name, missingSecrets(description.parameters, {}, env));
    const { tools, hints, prompt_sections } = agent;
    return { ...description, tools, hints, prompt_sections };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...description, tools: [], hints: [], prompt_sections: [], problem };
  } finally {
    await agent.close();
  }
}

/** Placeholders for the hidden parameters that must be there and are not. */
export function missingSecrets(
  schema: ParameterSchema,
  params: Readonly<Record<string, unknown>>,
  env: Environment,
): Record<string, unknown> {
  const missing = Object.entries(schema).filter(
    ([name, { required, hidden, env_var, default: usual }]) =>
      required && hidden && usual === undefined && params[name] === undefined && !(env_var && env[env_var]),
  );
  return Object.fromEntries(missing.map(([name]) => [name, PLACEHOLDER]));
}
