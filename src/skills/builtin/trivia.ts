// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language

import {
  COMMON_PARAMETERS,
  DataMap,
  FunctionResult,
  hiddenKey,
  nothingIn,
  nothingInAll,
  type ParameterSchema,
  ReadySkill,
} from '../index.js';
import { SERVICE_URLS } from './services.js';

/** The categories of the service with their display names. */
export const CATEGORIES = {
  artliterature: 'Art and Literature',
  language: 'Language',
  sciencenature: 'Science and Nature',
  general: 'General Knowledge',
  fooddrink: 'Food and Drink',
  peopleplaces: 'People and Places',
  geography: 'Geography',
  historyholidays: 'History and Holidays',
  entertainment: 'Entertainment',
  toysgames: 'Toys and Games',
  music: 'Music',
  mathematics: 'Mathematics',
  religionmythology: 'Religion and Mythology',
  sportsleisure: 'Sports and Leisure',
} as const;

type Category = keyof typeof CATEGORIES;

// `Object.keys` returns `string[]`; the object above has exactly these keys.
const KEYS = Object.keys(CATEGORIES) as Category[];

const PARAMETERS = {
  tool_name: { ...COMMON_PARAMETERS.tool_name, default: 'get_trivia' },
  api_key: hiddenKey('Key of the trivia service, API Ninjas.', 'API_NINJAS_KEY'),
  categories: {
    type: 'array',
    description: 'The categories to offer, in this order.',
    default: KEYS,
    items: { type: 'string', enum: KEYS },
  },
} as const satisfies ParameterSchema;

/** Fetches trivia questions in the configured categories. */
export class Trivia extends ReadySkill<typeof PARAMETERS> {
  static override SKILL_NAME = 'trivia';
  static override SKILL_DESCRIPTION = 'Fetches trivia questions by category.';
  static override SUPPORTS_MULTIPLE_INSTANCES = true;
  static override EXAMPLE = { tool: 'get_trivia', args: { category: 'geography' } };
  static override PARAMETERS = PARAMETERS;

  override check_params(): string[] {
    return this.#categories.length > 0 ? [] : ['categories must contain at least one category'];
  }

  register_tools(): void {
    const { tool_name: name, api_key } = this.params;
    const labels = this.#categories.map((key) => `${key}: ${CATEGORIES[key]}`).join('; ');
    const question = '${array[0].question}';
    const list = '${array}';
    const failed = new FunctionResult(
      'The trivia service does not respond. Apologise, and continue without a question.',
    );
    this.define_data_map(
      new DataMap(name)
        .purpose(`Fetch a trivia question with its answer (${name.replaceAll('_', ' ')}).`)
        .parameter('category', 'string', `Category of the question. ${labels}`, {
          required: true,
          enum: this.#categories,
        })
        .webhook('GET', `${SERVICE_URLS.ninjas}trivia?category=\${enc:args.category}`, {
          'X-Api-Key': api_key,
        })
        .error_keys(['error', 'message'])
        .webhook_expressions([
          // A response without a list is a failure. An empty list means that the category has no question.
          { string: `${question}|${list}`, pattern: nothingInAll(question, list), output: failed },
          {
            string: question,
            pattern: nothingIn(question),
            output: new FunctionResult(
              'The trivia service has no question in the category ${args.category}. Offer another category.',
            ),
          },
        ])
        .output(
          new FunctionResult(
            `Ask this trivia question: ${question} (category \${array[0].category}). Its answer is: \${array[0].answer}. Let the user guess before you reveal it.`,
          ),
        )
        .fallback_output(failed),
    );
  }

  get #categories(): Category[] {
    return [...new Set(this.params.categories)];
  }
}

/** @alias */
export default Trivia;
