import { missingPackages } from '../contract/packages.js';
import type { Environment, PromptSection } from '../contract/skill-agent.js';
import type { SkillExample } from '../contract/skill-base.js';
import type { SkillDescription, SkillRegistry } from '../registry/registry.js';
import { Agent } from './agent.js';
import type { AgentTool } from './agent-options.js';

/** The details of a skill, for users who are choosing one. */
export interface SkillPreview extends SkillDescription {
  /** A call that runs without changes. Its parameters created the tools below. */
  readonly example?: SkillExample;
  /** The `required_packages` that are not installed. */
  readonly missing_packages: readonly string[];
  readonly tools: readonly AgentTool[];
  readonly hints: readonly string[];
  readonly prompt_sections: readonly PromptSection[];
  /** Why there are no tools: loading failed with the given parameters, or the skill needs parameters. */
  readonly problem?: string;
  /** Set if the skill was loaded with given parameters. */
  readonly with_params?: true;
}

interface PreviewOptions {
  /** Loads the skill with these parameters, and allows its requests. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly placeholders?: boolean;
}

/** Loads a skill as in its example, with placeholders for secrets and without requests, or with `params`. */
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
  const transport = { send: () => Promise.reject(new Error('a preview does not send requests')) };
  const agent = new Agent({
    registry,
    env,
    placeholders: () => placeholders,
    ...(!params && { transport }),
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

/** Describes a skill on one line, with the keys that it needs. */
export const skillSummary = ({ description, keys }: Pick<SkillDescription, 'description' | 'keys'>): string =>
  keys.length > 0 ? `${description} Needs ${keys.join(', ')}.` : description;

export function exampleCommand(name: string, { tool, args, params }: SkillExample): string {
  const words = [tool, ...(args ? [quoted(args)] : []), ...(params ? ['--params', quoted(params)] : [])];
  return `patchbay skills run ${name} ${words.join(' ')}`;
}

const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", `'\\''`)}'`;
