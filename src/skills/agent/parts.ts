import { copyOf } from '../contract/params.js';
import type { PromptSection } from '../contract/skill-agent.js';
import type { DefinedTool } from '../contract/tool.js';
import { MissingValues } from '../data-map/index.js';
import type { AgentTool } from './agent-options.js';
import type { Contribution } from './contribution.js';
import type { Loaded } from './load.js';
import type { SkillSet } from './skill-set.js';
import { unknownTool } from './tool-arguments.js';

interface Part {
  readonly contribution: Contribution;
  /** The skill that added it. The agent itself has none. */
  readonly owner?: Loaded;
}

/** What an agent consists of: what it added itself, and what its skills added. */
export class AgentParts {
  readonly #own: Contribution;
  readonly #skills: SkillSet;

  constructor(own: Contribution, skills: SkillSet) {
    this.#own = own;
    this.#skills = skills;
  }

  all(): Part[] {
    return [
      { contribution: this.#own },
      ...this.#skills.all().map((owner) => ({ contribution: owner.contribution, owner })),
    ];
  }

  /** Describes who already defines a tool. A contribution that is being replaced does not count. */
  definedBy(tool: string, leaving?: Contribution): string | undefined {
    const found = this.all().find(({ contribution }) => contribution !== leaving && contribution.tools.has(tool));
    return found && (found.owner ? `the skill ${found.owner.key}` : 'the agent itself');
  }

  find(name: string): Part & { readonly tool: DefinedTool } {
    if (typeof name !== 'string')
      throw new TypeError("call_tool(name, args): name must be the name of a tool, such as 'get_weather'");
    const found = this.all().find(({ contribution }) => contribution.tools.has(name));
    const tool = found?.contribution.tools.get(name);
    if (found && tool) return { tool, ...found };
    throw unknownTool(
      name,
      this.tools().map((one) => one.name),
    );
  }

  /** Returns copies of the tools without their handlers. Hidden values are masked. */
  tools(): AgentTool[] {
    return this.all().flatMap(({ contribution, owner }) =>
      [...contribution.tools.values()].map(({ handler: _, ...tool }) =>
        copyOf(contribution.redact({ ...tool, ...(owner && { skill: owner.key }) })),
      ),
    );
  }

  /** Returns a copy of the hints, data and prompt sections. Hidden values are masked unless `with_secrets` is set. */
  additions(with_secrets = false) {
    const parts = this.all().map(({ contribution }) => {
      const { hints, data, sections } = contribution;
      return copyOf(with_secrets ? { hints, data, sections } : contribution.redact({ hints, data, sections }));
    });
    return {
      hints: [...new Set(parts.flatMap(({ hints }) => hints))],
      global_data: Object.assign({}, ...parts.map(({ data }) => data)) as Record<string, unknown>,
      prompt_sections: parts.flatMap(({ sections }): PromptSection[] => sections),
    };
  }

  /** Returns the templates of data maps that refer to something that does not exist. */
  unresolvedTemplates(): string[] {
    return this.tools().flatMap(({ name, parameters, data_map }) =>
      data_map ? new MissingValues(parameters).check(data_map).messages.map((message) => `${name}: ${message}`) : [],
    );
  }
}
