import { CRAWL_DEFAULTS, type ParameterSchema } from '../../index.js';

export const PARAMETERS = {
  delay: {
    type: 'number',
    description: 'Seconds between the starts of two requests to the same host.',
    default: CRAWL_DEFAULTS.delay,
    min: 0,
  },
  concurrent_requests: {
    type: 'integer',
    description: 'How many requests of a crawl may be on their way at once.',
    default: CRAWL_DEFAULTS.concurrent_requests,
    min: 1,
    max: 20,
  },
  timeout: {
    type: 'integer',
    description: 'Seconds that a page may take, its redirects included.',
    default: CRAWL_DEFAULTS.timeout,
    min: 1,
    max: 60,
  },
  max_pages: {
    type: 'integer',
    description: 'How many pages a crawl asks for at most, answered or not.',
    default: CRAWL_DEFAULTS.max_pages,
    min: 1,
    max: 100,
  },
  max_depth: {
    type: 'integer',
    description: 'How many links away from the first page a crawl goes.',
    default: CRAWL_DEFAULTS.max_depth,
    min: 0,
    max: 5,
  },
  extract_type: {
    type: 'string',
    description: 'What becomes of a page: its plain text, markdown, or the fields that selectors name.',
    default: CRAWL_DEFAULTS.extract_type,
    enum: ['fast_text', 'markdown', 'structured'],
  },
  max_text_length: {
    type: 'integer',
    description: 'Characters of text kept of a page.',
    default: CRAWL_DEFAULTS.max_text_length,
    min: 100,
    max: 100_000,
  },
  clean_text: {
    type: 'boolean',
    description: 'Make each run of white space one space.',
    default: CRAWL_DEFAULTS.clean_text,
  },
  selectors: {
    type: 'object',
    description:
      'Field names, each with a CSS selector (`::text` and `::attr(name)` work) or an XPath, which begins with /, ( or a function.',
    default: CRAWL_DEFAULTS.selectors,
    values: { type: 'string' },
  },
  follow_patterns: {
    type: 'array',
    description: 'Regular expressions; a crawl follows only links that fit one of them. All links when there are none.',
    default: CRAWL_DEFAULTS.follow_patterns,
    items: { type: 'string' },
  },
  user_agent: {
    type: 'string',
    description: 'How the spider names itself to servers and to robots.txt.',
    default: CRAWL_DEFAULTS.user_agent,
  },
  headers: {
    type: 'object',
    description: 'Further headers of every request for a page. A redirect to another origin loses them.',
    default: CRAWL_DEFAULTS.headers,
    values: { type: 'string' },
    hidden: true,
  },
  follow_robots_txt: {
    type: 'boolean',
    description: 'Keep to robots.txt, its delay included, and begin crawls with the sitemaps it names.',
    default: CRAWL_DEFAULTS.follow_robots_txt,
  },
  cache_enabled: {
    type: 'boolean',
    description: 'Keep pages for five minutes, the hundred used last.',
    default: CRAWL_DEFAULTS.cache_enabled,
  },
} as const satisfies ParameterSchema;
