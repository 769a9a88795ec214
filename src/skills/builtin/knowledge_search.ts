import {
  answerOrApology,
  KNOWLEDGE_PARAMETERS,
  type PromptSection,
  plainLine,
  problemsOf,
  promptSection,
  ReadySkill,
  searchAddress,
  searchFields,
} from '../index.js';
import { searchDocuments } from './knowledge_search/documents.js';

const MAX_QUESTION_LENGTH = 1000;
const RULE = '='.repeat(50);

/** Answers questions from documents that a project has stored on the platform. */
export class KnowledgeSearch extends ReadySkill<typeof KNOWLEDGE_PARAMETERS> {
  static override SKILL_NAME = 'knowledge_search';
  static override SKILL_DESCRIPTION = 'Searches documents that are stored on the platform.';
  static override REQUIRED_PACKAGES = ['requests'];
  static override SUPPORTS_MULTIPLE_INSTANCES = true;
  static override PARAMETERS = KNOWLEDGE_PARAMETERS;

  static override EXAMPLE = {
    tool: 'search_knowledge',
    args: { query: 'reset my password' },
    params: {
      space_name: 'example.space.com',
      project_id: 'project-1',
      document_id: 'acaa5c49-0000-4000-8000-000000000001',
    },
  };

  override check_params(): string[] {
    return problemsOf(() => searchAddress(this.params.space_name, this.agent.env.PLATFORM_SPACE));
  }

  register_tools(): void {
    this.define_tool({
      name: this.params.tool_name,
      description: 'Search the knowledge base for the answer to a question.',
      parameters: { query: { type: 'string', description: 'The question or the search words.' } },
      required: ['query'],
      handler: ({ query }, _raw_data, { signal }) => this.#search(plainLine(query, MAX_QUESTION_LENGTH), signal),
    });
  }

  override get_global_data(): Record<string, unknown> {
    return { [this.namespace]: { document_id: this.params.document_id } };
  }

  override get_prompt_sections(): PromptSection[] {
    const { tool_name } = this.params;
    return promptSection('Knowledge base', `You can search a knowledge base with ${tool_name}.`, [
      `Call ${tool_name} whenever the documents may contain the answer, before you say that you do not know.`,
      'Search with full words, not with abbreviations.',
      'Answer from the results, in your own words, and add nothing else.',
      'If nothing is found, try once more with other words. Then tell the user.',
    ]);
  }

  async #search(query: string, signal: AbortSignal): Promise<string> {
    if (query === '') return 'The query is empty. Ask the user what to search for.';
    const { no_results_message, space_name, project_id, token } = this.params;
    const base = {
      address: searchAddress(space_name, this.agent.env.PLATFORM_SPACE),
      project_id,
      token,
      search: searchFields(this.params),
    };
    return answerOrApology('The knowledge base', this.logger.warn, async () => {
      const found = await searchDocuments(this.send_request.bind(this), base, query, signal);
      return found.length > 0 ? this.#format(query, found) : no_results_message.replaceAll('{query}', () => query);
    });
  }

  /** Shows at most `count` results, even if the service returns more. */
  #format(query: string, found: readonly string[]): string {
    const shown = found.slice(0, this.params.count);
    const heading = `Found ${shown.length} ${shown.length === 1 ? 'result' : 'results'} for "${query}":`;
    return [heading, ...shown.map((text, index) => `=== Result ${index + 1} ===\n${text}\n${RULE}`)].join('\n\n');
  }
}

/** @alias */
export default KnowledgeSearch;
