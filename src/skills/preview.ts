import { Agent, type AgentTool } from './agent.js';
import { missingPackages } from './packages.js';
import type { SkillDescription, SkillRegistry } from './registry.js';
import type { Environment, PromptSection } from './skill-agent.js';
import type { SkillExample } from './skill-base.js';

/** A skill as somebody who chooses one wants to see it. */
export interface SkillPreview extends SkillDescription {
  /** A call that runs as it stands; its parameters made the tools below. */
  readonly example?: SkillExample;
  /** Those of `required_packages` that nothing here stands in for. */
  readonly missing_packages: readonly string[];
  readonly tools: readonly AgentTool[];
  readonly hints: readonly string[];
  readonly prompt_sections: readonly PromptSection[];
  /** Why it has no tools to show: it needs parameters that neither its example has nor anybody could make up. */
  readonly problem?: string;
}

/** Loads a skill as its example does, with placeholders for secrets, in an agent that reaches nothing, and tells what it brings. */
export async function previewSkill(
  registry: SkillRegistry,
  name: string,
  env: Environment = {},
): Promise<SkillPreview | undefined> {
  const schema = (await registry.get_all_skills_schema())[name];
  if (!schema) return undefined;
  const example = (await registry.get_skill_class(name))?.EXAMPLE;
  const missing_packages = missingPackages(schema.required_packages);
  const description = { ...schema, missing_packages, ...(example && { example }) };
  const nowhere = { send: () => Promise.reject(new Error('a preview sends nothing')) };
  const agent = new Agent({ registry, env, transport: nowhere, placeholders: () => true });
  try {
    await agent.add_skill(name, example?.params);
    const { tools, hints, prompt_sections } = agent;
    return { ...description, tools, hints, prompt_sections };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...description, tools: [], hints: [], prompt_sections: [], problem };
  } finally {
    await agent.close();
  }
}
