import {
  apology,
  type ParameterSchema,
  type PromptSection,
  packageVersion,
  plainLine,
  promptSection,
  ServiceFailure,
  SkillBase,
  TransportFault,
} from '../index.js';
import { findArticles, formatArticles } from './encyclopedia_search/articles.js';

/** Longest query that the service accepts. */
const MAX_QUERY_LENGTH = 300;
/** Extra articles to fetch, because disambiguation pages among the results are not shown. */
const SPARE = 5;

const PARAMETERS = {
  num_results: { type: 'integer', description: 'Number of articles to return.', default: 1, min: 1, max: 5 },
  no_results_message: {
    type: 'string',
    description: 'Result if nothing is found. `{query}` is replaced by the query.',
    default: 'The encyclopedia has no article about "{query}". Try other words.',
  },
  contact: {
    type: 'string',
    description: 'Your web or mail address. The rules of the encyclopedia ask for a contact.',
  },
} as const satisfies ParameterSchema;

/** Searches an encyclopedia and returns the introductions of articles. */
export class EncyclopediaSearch extends SkillBase<typeof PARAMETERS> {
  static override SKILL_NAME = 'encyclopedia_search';
  static override SKILL_DESCRIPTION = 'Searches an online encyclopedia and returns article introductions.';
  static override EXAMPLE = { tool: 'search_wiki', args: { query: 'alan turing' } };
  static override REQUIRED_PACKAGES = ['requests'];
  static override PARAMETERS = PARAMETERS;

  setup(): boolean {
    const { contact = '' } = this.params;
    // The contact becomes part of the User-Agent header.
    if (!/^[!-'*-~]*$/.test(contact)) {
      this.logger.error('contact must be a web or mail address without spaces and parentheses');
      return false;
    }
    return this.validate_packages();
  }

  register_tools(): void {
    this.define_tool({
      name: this.#tool,
      description: 'Search an encyclopedia for a person, a place, an event or an idea.',
      parameters: { query: { type: 'string', description: 'A name or a few words.' } },
      required: ['query'],
      handler: ({ query }, _raw_data, { signal }) => this.search_wiki(query, { signal }),
    });
  }

  /** Returns the introductions of the best matching articles, or a sentence that explains why none was found. */
  async search_wiki(query: string, { signal }: { signal?: AbortSignal } = {}): Promise<string> {
    // A JavaScript caller may omit the query.
    const words = plainLine(query ?? '', MAX_QUERY_LENGTH);
    if (words === '') return 'The query is empty. Ask the user what to look up.';
    const { num_results: count } = this.params;
    try {
      const articles = await findArticles((request, options) => this.send_request(request, options), {
        query: words,
        count: count + SPARE,
        userAgent: this.#userAgent,
        signal,
      });
      return formatArticles(words, articles, count) ?? this.#noResults(words);
    } catch (error) {
      // An abort and a TransportFault, which the user can fix, are not failures of the service.
      if (signal?.aborted || error instanceof TransportFault) throw error;
      this.logger.warn(error instanceof Error ? error.message : String(error));
      return apology('The encyclopedia', error instanceof ServiceFailure ? error : { kind: 'unreachable' });
    }
  }

  override get_prompt_sections(): PromptSection[] {
    return promptSection('Encyclopedia', 'You can look things up in an encyclopedia.', [
      `Call ${this.#tool} for facts about people, places, events and ideas.`,
      'Search for a name or a term, not for a whole question.',
      'Answer in your own words. If the term has several meanings, ask which one the user means.',
    ]);
  }

  get #tool(): string {
    return this.params.tool_name || 'search_wiki';
  }

  get #userAgent(): string {
    const { contact } = this.params;
    return `patchbay/${packageVersion()} (${contact ? `${contact}; ` : ''}skill encyclopedia_search)`;
  }

  #noResults(query: string): string {
    return this.params.no_results_message.replaceAll('{query}', () => query);
  }
}

/** @alias */
export default EncyclopediaSearch;
