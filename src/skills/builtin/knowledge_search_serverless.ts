// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language

import {
  DataMap,
  FunctionResult,
  KNOWLEDGE_PARAMETERS,
  nothingIn,
  type PromptSection,
  problemsOf,
  promptSection,
  SkillBase,
  searchAddress,
  searchFields,
} from '../index.js';

/** Searches a knowledge base from the platform itself, through a data map. */
export class KnowledgeSearchServerless extends SkillBase<typeof KNOWLEDGE_PARAMETERS> {
  static override SKILL_NAME = 'knowledge_search_serverless';
  static override SKILL_DESCRIPTION = 'Searches documents on the platform, without a server of your own.';
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
    return problemsOf(() => searchAddress(this.params.space_name, this.agent.env.PLATFORM_SPACE));
  }

  setup(): boolean {
    this.hide(this.#credentials);
    return true;
  }

  register_tools(): void {
    const { tool_name: name, space_name, count, no_results_message } = this.params;
    const results = '${formatted_results}';
    const address = searchAddress(space_name, this.agent.env.PLATFORM_SPACE);
    this.define_data_map(
      new DataMap(name)
        .purpose(`Search the knowledge base (${name.replaceAll('_', ' ')}).`)
        .parameter('query', 'string', 'The question or the search words.', { required: true })
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
          max: count,
        })
        .error_keys(['errors', 'error'])
        .webhook_expressions([
          {
            string: results,
            pattern: nothingIn(results),
            output: new FunctionResult(no_results_message.replaceAll('{query}', '${args.query}')),
          },
        ])
        .output(new FunctionResult(`Results of the knowledge base for "\${args.query}":\n\n${results}`))
        .fallback_output(
          new FunctionResult('The knowledge base does not respond. Apologise, and do not guess an answer.'),
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
    return promptSection(`Knowledge base (${tool_name})`, 'You can search a knowledge base.', [
      `Call ${tool_name} for every question that it may answer, before you answer yourself.`,
      'Search with a few clear words.',
      'Answer from the results, in your own words, and add nothing else.',
      'If nothing is found, try once more with other words.',
      'If nothing is found again, say that you do not know.',
    ]);
  }

  get #credentials(): string {
    return `${this.params.project_id}:${this.params.token}`;
  }
}

/** @alias */
export default KnowledgeSearchServerless;
