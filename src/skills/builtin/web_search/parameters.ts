import { hiddenKey, type ParameterSchema } from '../../index.js';

/** The parameters of every variant. */
export const KEYS = {
  api_key: hiddenKey('Key of the search service.', 'GOOGLE_SEARCH_API_KEY'),
  search_engine_id: hiddenKey('Id of the search engine at the service.', 'GOOGLE_SEARCH_ENGINE_ID'),
  max_content_length: {
    type: 'integer',
    description: 'Maximum characters of all pages of a result.',
    default: 32_768,
    min: 1000,
  },
  no_results_message: {
    type: 'string',
    description: 'Result if nothing is found. {query} is replaced by the query.',
    default: 'Nothing was found on the web for "{query}". Try other or fewer words.',
  },
} as const satisfies ParameterSchema;

const delay = { type: 'number', description: 'Seconds between two pages.', min: 0 } as const;
const num_results = { type: 'integer', description: 'Number of pages in a result.', min: 1, max: 10 } as const;
const oversample_factor = {
  type: 'number',
  description: 'Number of pages to read for each page in the result.',
  min: 1,
} as const;
const min_quality_score = {
  type: 'number',
  description: 'Minimum quality of a page.',
  min: 0,
  max: 1,
} as const;

export const MAIN = {
  ...KEYS,
  num_results: { ...num_results, default: 3 },
  delay: { ...delay, description: 'Seconds between two pages, unless all are read at once.', default: 0.5 },
  oversample_factor: { ...oversample_factor, max: 10, default: 4 },
  min_quality_score: { ...min_quality_score, default: 0.2 },
  response_prefix: { type: 'string', description: 'Text before a result.', default: '' },
  response_postfix: { type: 'string', description: 'Text after a result.', default: '' },
  per_page_timeout: { type: 'number', description: 'Timeout of a page in seconds.', default: 2, min: 0.1 },
  overall_deadline: {
    type: 'number',
    description: 'Timeout in seconds of the search and all pages. Pages that are not read by then are abandoned.',
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
    description: 'Do not read pages. Return the snippets of the search engine.',
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
