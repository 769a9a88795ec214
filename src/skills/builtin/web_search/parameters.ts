import type { ParameterSchema } from '../../index.js';

/** The parameters of every variant. */
const KEYS = {
  api_key: {
    type: 'string',
    description: 'Key of the search service.',
    required: true,
    hidden: true,
    env_var: 'GOOGLE_SEARCH_API_KEY',
  },
  search_engine_id: {
    type: 'string',
    description: 'Id of the search engine that was set up at the service.',
    required: true,
    hidden: true,
    env_var: 'GOOGLE_SEARCH_ENGINE_ID',
  },
  max_content_length: {
    type: 'integer',
    description: 'Characters that the pages of one answer share.',
    default: 32_768,
    min: 1000,
  },
  no_results_message: {
    type: 'string',
    description: 'The answer when nothing is found; {query} stands for what was asked.',
    default: 'Nothing was found on the web for "{query}". Try other or fewer words.',
  },
} as const satisfies ParameterSchema;

const delay = { type: 'number', description: 'Seconds between two pages.', min: 0 } as const;
const num_results = { type: 'integer', description: 'How many pages an answer has.', min: 1, max: 10 } as const;
const oversample_factor = {
  type: 'number',
  description: 'How many pages are looked at for each that is wanted.',
  min: 1,
} as const;
const min_quality_score = {
  type: 'number',
  description: 'Pages below this quality are left out.',
  min: 0,
  max: 1,
} as const;

export const MAIN = {
  ...KEYS,
  num_results: { ...num_results, default: 3 },
  delay: { ...delay, description: 'Seconds between two pages, when they are not read all at once.', default: 0.5 },
  oversample_factor: { ...oversample_factor, max: 10, default: 4 },
  min_quality_score: { ...min_quality_score, default: 0.2 },
  response_prefix: { type: 'string', description: 'Stands before an answer that has results.', default: '' },
  response_postfix: { type: 'string', description: 'Stands behind an answer that has results.', default: '' },
  per_page_timeout: { type: 'number', description: 'Seconds that a page may take.', default: 2, min: 0.1 },
  overall_deadline: {
    type: 'number',
    description: 'Seconds that an answer may take, the search included. Pages that are not there by then are given up.',
    default: 10,
    min: 1,
  },
  parallel_scrape: {
    type: 'boolean',
    description: 'Read all pages at once, without a delay between them.',
    default: true,
  },
  snippets_only: {
    type: 'boolean',
    description: 'Read no pages; answer with what the search engine says about them.',
    default: false,
  },
} as const satisfies ParameterSchema;

export const IMPROVED = {
  ...KEYS,
  num_results: { ...num_results, default: 3 },
  delay: { ...delay, default: 0.5 },
  oversample_factor: { ...oversample_factor, max: 3.5, default: 2.5 },
  min_quality_score: { ...min_quality_score, default: 0.3 },
} as const satisfies ParameterSchema;

export const ORIGINAL = {
  ...KEYS,
  num_results: { ...num_results, default: 1 },
  delay: { ...delay, default: 0 },
} as const satisfies ParameterSchema;
