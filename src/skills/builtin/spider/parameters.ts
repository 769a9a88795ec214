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
    description: 'Maximum number of concurrent requests of a crawl.',
    default: CRAWL_DEFAULTS.concurrent_requests,
    min: 1,
    max: 20,
  },
  timeout: {
    type: 'integer',
    description: 'Seconds for one page, including its redirects.',
    default: CRAWL_DEFAULTS.timeout,
    min: 1,
    max: 60,
  },
  max_pages: {
    type: 'integer',
    description: 'Maximum number of pages that a crawl requests.',
    default: CRAWL_DEFAULTS.max_pages,
    min: 1,
    max: 100,
  },
  max_depth: {
    type: 'integer',
    description: 'Maximum number of links between the first page and a page of a crawl.',
    default: CRAWL_DEFAULTS.max_depth,
    min: 0,
    max: 5,
  },
  extract_type: {
    type: 'string',
    description: 'The format of a page: plain text, Markdown, or the fields of `selectors`.',
    default: CRAWL_DEFAULTS.extract_type,
    enum: ['fast_text', 'markdown', 'structured'],
  },
  max_text_length: {
    type: 'integer',
    description: 'Maximum number of characters of text per page.',
    default: CRAWL_DEFAULTS.max_text_length,
    min: 100,
    max: 100_000,
  },
  clean_text: {
    type: 'boolean',
    description: 'Collapse white space to single spaces.',
    default: CRAWL_DEFAULTS.clean_text,
  },
  selectors: {
    type: 'object',
    description:
      'Field names, each with a CSS selector (`::text` and `::attr(name)` are supported) or an XPath that starts with /, ( or a function.',
    default: CRAWL_DEFAULTS.selectors,
    values: { type: 'string' },
  },
  follow_patterns: {
    type: 'array',
    description:
      'Regular expressions. A crawl follows only links that match one of them. An empty list matches all links.',
    default: CRAWL_DEFAULTS.follow_patterns,
    items: { type: 'string' },
  },
  user_agent: {
    type: 'string',
    description: 'The User-Agent header, which also selects the rules in robots.txt.',
    default: CRAWL_DEFAULTS.user_agent,
  },
  headers: {
    type: 'object',
    description: 'Additional headers for every page request. They are not sent after a redirect to another origin.',
    default: CRAWL_DEFAULTS.headers,
    values: { type: 'string' },
    hidden: true,
  },
  follow_robots_txt: {
    type: 'boolean',
    description: 'Follow robots.txt, including its delay, and start crawls from its sitemaps.',
    default: CRAWL_DEFAULTS.follow_robots_txt,
  },
  cache_enabled: {
    type: 'boolean',
    description: 'Cache up to 100 pages for five minutes.',
    default: CRAWL_DEFAULTS.cache_enabled,
  },
} as const satisfies ParameterSchema;

/** Returns the problems of headers that cannot be sent. The messages leave out the values, which may be secret. */
export function headerProblems(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return [`${JSON.stringify(name.slice(0, 60))} is not a valid header name`];
    const isText = ['string', 'number', 'boolean'].includes(typeof value);
    return isText && /^[\t\x20-\x7e\x80-\xff]*$/.test(String(value))
      ? []
      : [`the value of the header ${name} must be one line of Latin-1 text`];
  });
}
