import {
  apology,
  type ParameterSchema,
  type PromptSection,
  packageVersion,
  plainLine,
  ServiceFailure,
  SkillBase,
  TransportFault,
} from '../index.js';
import { findArticles } from './encyclopedia_search/articles.js';
import { told } from './encyclopedia_search/told.js';

/** Longest query that the service accepts. */
const LONGEST_QUERY = 300;
/** Extra articles to fetch, because disambiguation pages among the results are not shown. */
const SPARE = 5;

/** Searches an encyclopedia and returns the introductions of articles. */
export class EncyclopediaSearch extends SkillBase {
  static override SKILL_NAME = 'encyclopedia_search';
  static override SKILL_DESCRIPTION = 'Searches an online encyclopedia and tells the introductions of its articles.';
  static override EXAMPLE = { tool: 'search_wiki', args: { query: 'alan turing' } };
  static override REQUIRED_PACKAGES = ['requests'];
  static override PARAMETERS: ParameterSchema = {
    num_results: { type: 'integer', description: 'How many articles to tell.', default: 1, min: 1, max: 5 },
    no_results_message: {
      type: 'string',
      description: 'What to say when nothing is found; `{query}` in it becomes the query.',
      default: 'The encyclopedia has no article about "{query}". Try other words.',
    },
    contact: {
      type: 'string',
      description: 'Where the encyclopedia can reach you about your traffic, as its rules ask: a web or mail address.',
    },
  };

  setup(): boolean {
    const { contact = '' } = this.params;
    // The contact becomes part of the User-Agent header.
    if (!/^[!-'*-~]*$/.test(String(contact))) {
      this.logger.error('contact must be a web or mail address, without spaces and brackets');
      return false;
    }
    return this.validate_packages();
  }

  register_tools(): void {
    this.define_tool({
      name: 'search_wiki',
      description: 'Look something up in an encyclopedia: people, places, events, ideas.',
      parameters: { query: { type: 'string', description: 'What to look up: a name or a few words.' } },
      required: ['query'],
      handler: ({ query }, _raw_data, { signal }) => this.search_wiki(String(query), { signal }),
    });
  }

  /** Returns the introductions of the best matching articles, or a sentence that explains why none was found. */
  async search_wiki(query: string, { signal }: { signal?: AbortSignal } = {}): Promise<string> {
    const words = plainLine(String(query ?? ''), LONGEST_QUERY);
    if (words === '') return 'Ask what to look up first.';
    const count = Number(this.params.num_results);
    try {
      const articles = await findArticles((request, options) => this.send_request(request, options), {
        query: words,
        count: count + SPARE,
        userAgent: this.#userAgent,
        signal,
      });
      return told(words, articles, count) ?? this.#noResults(words);
    } catch (error) {
      // An abort and a TransportFault, which the user can fix, are not failures of the service.
      if (signal?.aborted || error instanceof TransportFault) throw error;
      this.logger.warn(error instanceof Error ? error.message : String(error));
      return apology('The encyclopedia', error instanceof ServiceFailure ? error : { kind: 'unreachable' });
    }
  }

  override get_prompt_sections(): PromptSection[] {
    return [
      {
        title: 'Encyclopedia',
        body: 'You can look things up in an encyclopedia.',
        bullets: [
          'Call search_wiki for facts about people, places, events and ideas.',
          'Search for the name of the thing, not for a whole question.',
          'Tell what answers the question in your own words; when it can mean several things, ask which.',
        ],
      },
    ];
  }

  get #userAgent(): string {
    const { contact } = this.params;
    return `patchbay/${packageVersion()} (${contact ? `${contact}; ` : ''}skill encyclopedia_search)`;
  }

  #noResults(query: string): string {
    return String(this.params.no_results_message).replaceAll('{query}', () => query);
  }
}

/** @alias */
export default EncyclopediaSearch;
