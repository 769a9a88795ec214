// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language

import {
  DataMap,
  FunctionResult,
  KNOWLEDGE_PARAMETERS,
  nothingIn,
  type PromptSection,
  SkillBase,
  searchAddress,
  searchFields,
} from '../index.js';

/** Searches a knowledge base from the platform itself, through a data map. */
export class KnowledgeSearchServerless extends SkillBase {
  static override SKILL_NAME = 'knowledge_search_serverless';
  static override SKILL_DESCRIPTION = 'Searches a knowledge base without a server of your own.';
  static override SUPPORTS_MULTIPLE_INSTANCES = true;
  static override PARAMETERS = KNOWLEDGE_PARAMETERS;
  static override EXAMPLE = {
    tool: 'search_knowledge',
    args: { query: 'How do I reset my password?' },
    params: {
      space_name: 'space.example',
      project_id: '5b1c2f7e-0000-4000-8000-000000000001',
      document_id: 'acaa5c49-0000-4000-8000-000000000001',
    },
  };

  override check_params(): string[] {
    try {
      searchAddress(this.#text('space_name'));
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  }

  setup(): boolean {
    this.hide(this.#credentials);
    return true;
  }

  register_tools(): void {
    const name = this.#text('tool_name');
    const results = '${formatted_results}';
    const address = searchAddress(this.#text('space_name'));
    this.define_data_map(
      new DataMap(name)
        .purpose(`Search the knowledge base (${name.replaceAll('_', ' ')}).`)
        .parameter('query', 'string', 'What to look for, as a question or in keywords.', { required: true })
        .webhook('POST', address, {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          Authorization: `Basic ${Buffer.from(this.#credentials).toString('base64')}`,
        })
        .params({ ...searchFields(this.params), query_string: '${args.query}' })
        .foreach({
          input_key: 'chunks',
          output_key: 'formatted_results',
          append: `\${this.text}\n${'='.repeat(50)}\n\n`,
          max: Number(this.params.count),
        })
        .error_keys(['errors', 'error'])
        .webhook_expressions([
          {
            string: results,
            pattern: nothingIn(results),
            output: new FunctionResult(this.#text('no_results_message').replaceAll('{query}', '${args.query}')),
          },
        ])
        .output(new FunctionResult(`The knowledge base says about "\${args.query}":\n\n${results}`))
        .fallback_output(
          new FunctionResult('The knowledge base cannot be searched right now. Apologise, and do not guess an answer.'),
        ),
      {},
      { ownOrigin: new URL(address).origin },
    );
  }

  override get_global_data(): Record<string, unknown> {
    return { [this.namespace]: { document_id: this.params.document_id } };
  }

  override get_prompt_sections(): PromptSection[] {
    const { tool_name } = this.params;
    return [
      {
        title: `Knowledge base (${tool_name})`,
        body: 'You can search a knowledge base.',
        bullets: [
          `Call ${tool_name} for every question that it may answer, before you answer yourself.`,
          'Search for what is meant, in a few clear words.',
          'Answer in your own words, from what was found and nothing else.',
          'When nothing was found, try once with other words.',
          'When there is still nothing, say that you do not know.',
        ],
      },
    ];
  }

  #text(name: string): string {
    return String(this.params[name]);
  }

  get #credentials(): string {
    return `${this.params.project_id}:${this.params.token}`;
  }
}

/** @alias */
export default KnowledgeSearchServerless;
