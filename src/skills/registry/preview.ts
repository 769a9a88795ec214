import { Agent, type AgentTool } from '../agent/agent.js';
import { missingPackages } from '../contract/packages.js';
import type { Environment, PromptSection } from '../contract/skill-agent.js';
import type { SkillExample } from '../contract/skill-base.js';
import type { SkillDescription, SkillRegistry } from './registry.js';

/** A skill as somebody who chooses one wants to see it. */
export interface SkillPreview extends SkillDescription {
  /** A call that runs as it stands; its parameters made the tools below. */
  readonly example?: SkillExample;
  /** Those of `required_packages` that nothing here stands in for. */
  readonly missing_packages: readonly string[];
  readonly tools: readonly AgentTool[];
  readonly hints: readonly string[];
  readonly prompt_sections: readonly PromptSection[];
  /** Why it has no tools to show: with parameters that were given, or because nobody could make some up. */
  readonly problem?: string;
  /** It was loaded with parameters that were given. */
  readonly with_params?: true;
}

interface PreviewOptions {
  /** Loads it with these, and lets it reach what it asks. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly placeholders?: boolean;
}

/**
 * Loads a skill and tells what it brings: as its example does, with placeholders for secrets, in an agent that reaches
 * nothing, unless it is given parameters to load it with.
 */
export async function previewSkill(
  registry: SkillRegistry,
  name: string,
  env: Environment = {},
  { params, placeholders = true }: PreviewOptions = {},
): Promise<SkillPreview | undefined> {
  const schema = (await registry.get_all_skills_schema())[name];
  if (!schema) return undefined;
  const example = (await registry.get_skill_class(name))?.EXAMPLE;
  const missing_packages = missingPackages(schema.required_packages);
  const description = {
    ...schema,
    missing_packages,
    ...(example && { example }),
    ...(params && { with_params: true as const }),
  };
  const nowhere = { send: () => Promise.reject(new Error('a preview sends nothing')) };
  const agent = new Agent({
    registry,
    env,
    placeholders: () => placeholders,
    ...(!params && { transport: nowhere }),
  });
  try {
    await agent.add_skill(name, params ?? example?.params);
    const { tools, hints, prompt_sections } = agent;
    return { ...description, tools, hints, prompt_sections };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...description, tools: [], hints: [], prompt_sections: [], problem };
  } finally {
    await agent.close();
  }
}
