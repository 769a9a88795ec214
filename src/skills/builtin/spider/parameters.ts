import type { ParameterSchema } from '../../contract/parameter-schema.js';

export interface SpiderSettings {
  readonly delay: number;
  readonly concurrent_requests: number;
  readonly timeout: number;
  readonly max_pages: number;
  readonly max_depth: number;
  readonly extract_type: 'fast_text' | 'markdown' | 'structured';
  readonly max_text_length: number;
  readonly clean_text: boolean;
  readonly selectors: Readonly<Record<string, string>>;
  readonly follow_patterns: readonly string[];
  readonly user_agent: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly follow_robots_txt: boolean;
  readonly cache_enabled: boolean;
}

export const PARAMETERS = {
  delay: {
    type: 'number',
    description: 'Seconds between the starts of two requests to the same host.',
    default: 0.1,
    min: 0,
  },
  concurrent_requests: {
    type: 'integer',
    description: 'How many requests of a crawl may be on their way at once.',
    default: 5,
    min: 1,
    max: 20,
  },
  timeout: {
    type: 'integer',
    description: 'Seconds that a page may take, its redirects included.',
    default: 5,
    min: 1,
    max: 60,
  },
  max_pages: {
    type: 'integer',
    description: 'How many pages a crawl asks for at most, answered or not.',
    default: 1,
    min: 1,
    max: 100,
  },
  max_depth: {
    type: 'integer',
    description: 'How many links away from the first page a crawl goes.',
    default: 0,
    min: 0,
    max: 5,
  },
  extract_type: {
    type: 'string',
    description: 'What becomes of a page: its plain text, markdown, or the fields that selectors name.',
    default: 'fast_text',
    enum: ['fast_text', 'markdown', 'structured'],
  },
  max_text_length: {
    type: 'integer',
    description: 'Characters of text kept of a page.',
    default: 3000,
    min: 100,
    max: 100_000,
  },
  clean_text: { type: 'boolean', description: 'Make each run of white space one space.', default: true },
  selectors: {
    type: 'object',
    description:
      'Field names, each with a CSS selector (`::text` and `::attr(name)` work) or an XPath, which begins with /, ( or a function.',
    default: {},
  },
  follow_patterns: {
    type: 'array',
    description: 'Regular expressions; a crawl follows only links that fit one of them. All links when there are none.',
    default: [],
    items: { type: 'string' },
  },
  user_agent: {
    type: 'string',
    description: 'How the spider names itself to servers and to robots.txt.',
    default: 'Spider/1.0 (platform AI Agent)',
  },
  headers: {
    type: 'object',
    description: 'Further headers of every request for a page. A redirect to another origin loses them.',
    default: {},
    hidden: true,
  },
  follow_robots_txt: {
    type: 'boolean',
    description: 'Keep to robots.txt, its delay included, and begin crawls with the sitemaps it names.',
    default: false,
  },
  cache_enabled: {
    type: 'boolean',
    description: 'Keep pages for five minutes, the hundred used last.',
    default: true,
  },
} as const satisfies ParameterSchema;

/** Applies the defaults to the given settings. */
export function settingsOf(given: Readonly<Record<string, unknown>>): SpiderSettings {
  const entries = Object.entries(PARAMETERS).map(([name, { default: usual }]) => [name, given[name] ?? usual]);
  return Object.fromEntries(entries) as unknown as SpiderSettings;
}
