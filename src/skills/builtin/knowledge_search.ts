import {
  apology,
  KNOWLEDGE_PARAMETERS,
  type ParameterSchema,
  type PromptSection,
  plainLine,
  ServiceFailure,
  SkillBase,
  searchAddress,
  searchFields,
} from '../index.js';
import { type KnowledgeBase, searchDocuments } from './knowledge_search/documents.js';

const LONGEST_QUESTION = 1000;
const RULE = '='.repeat(50);

/** Answers questions from documents that a project has stored on the platform. */
export class KnowledgeSearch extends SkillBase {
  static override SKILL_NAME = 'knowledge_search';
  static override SKILL_DESCRIPTION = 'Searches a knowledge base of documents that are stored on the platform.';
  static override REQUIRED_PACKAGES = ['requests'];
  static override SUPPORTS_MULTIPLE_INSTANCES = true;
  static override PARAMETERS: ParameterSchema = KNOWLEDGE_PARAMETERS;

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
    try {
      searchAddress(String(this.params.space_name));
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  }

  setup(): boolean {
    return this.validate_packages();
  }

  register_tools(): void {
    this.define_tool({
      name: this.#tool,
      description: 'Search the knowledge base for what answers a question.',
      parameters: { query: { type: 'string', description: 'The question, or what to search for.' } },
      required: ['query'],
      handler: ({ query }, _raw_data, { signal }) => this.#search(plainLine(String(query), LONGEST_QUESTION), signal),
    });
  }

  override get_global_data(): Record<string, unknown> {
    return { [this.namespace]: { document_id: this.params.document_id } };
  }

  override get_prompt_sections(): PromptSection[] {
    return [
      {
        title: 'Knowledge base',
        body: `You can search a knowledge base with ${this.#tool}.`,
        bullets: [
          `Call ${this.#tool} whenever the documents may know the answer, before you say that you do not.`,
          'Search for what is asked in full words, not in abbreviations.',
          'Answer from what was found, in your own words, and add nothing that is not there.',
          'When nothing was found, try once more in other words; then say so.',
        ],
      },
    ];
  }

  get #tool(): string {
    return String(this.params.tool_name);
  }

  get #base(): KnowledgeBase {
    const { space_name, project_id, token } = this.params;
    return {
      address: searchAddress(String(space_name)),
      project_id: String(project_id),
      token: String(token),
      search: searchFields(this.params),
    };
  }

  async #search(query: string, signal: AbortSignal): Promise<string> {
    if (query === '') return 'Ask what to search for first.';
    try {
      const send = this.send_request.bind(this);
      const found = await searchDocuments(send, this.#base, query, signal);
      return found.length > 0 ? this.#told(query, found) : this.#noResults(query);
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      this.logger.warn(error.message);
      return apology('The knowledge base', error);
    }
  }

  /** Shows at most `count` results, even if the service returns more. */
  #told(query: string, found: readonly string[]): string {
    const shown = found.slice(0, Number(this.params.count));
    const heading = `Found ${shown.length} ${shown.length === 1 ? 'result' : 'results'} for "${query}":`;
    return [heading, ...shown.map((text, at) => `=== Result ${at + 1} ===\n${text}\n${RULE}`)].join('\n\n');
  }

  #noResults(query: string): string {
    return String(this.params.no_results_message).replaceAll('{query}', () => query);
  }
}

/** @alias */
export default KnowledgeSearch;
