import { plainLine } from '../lib/plain-text.js';
import { apology, ServiceFailure } from '../lib/service-failure.js';
import type { ParameterSchema } from '../parameter-schema.js';
import type { PromptSection } from '../skill-agent.js';
import { SkillBase } from '../skill-base.js';
import { type KnowledgeBase, searchDocuments } from './knowledge_search/documents.js';
import { KNOWLEDGE_PARAMETERS, listProblems } from './knowledge_search/parameters.js';
import { spaceAddress } from './knowledge_search/space.js';

const LONGEST_QUESTION = 1000;
const RULE = '='.repeat(50);

/** Answers out of the documents that a project has stored on the platform. */
export class KnowledgeSearch extends SkillBase {
  static override SKILL_NAME = 'knowledge_search';
  static override SKILL_DESCRIPTION = 'Searches a knowledge base of documents that are stored on the platform.';
  static override REQUIRED_PACKAGES = ['requests'];
  static override SUPPORTS_MULTIPLE_INSTANCES = true;
  static override PARAMETERS: ParameterSchema = KNOWLEDGE_PARAMETERS;

  setup(): boolean {
    const problems = listProblems(this.params);
    if (!this.#space) problems.push('space_name must be the host name of the space and nothing else');
    for (const problem of problems) this.logger.error(problem);
    return problems.length === 0 && this.validate_packages();
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

  get #space(): string | undefined {
    return spaceAddress(String(this.params.space_name));
  }

  get #base(): KnowledgeBase {
    const { project_id, token, document_id, count, distance, tags, language, pos_to_expand, max_synonyms } =
      this.params;
    return {
      space: this.#space as string,
      project_id: String(project_id),
      token: String(token),
      search: { document_id, distance, count, tags, language, pos_to_expand, max_synonyms },
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

  /** No more than were asked for, whatever came. */
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
