export interface CrawlSettings {
  /** Seconds between the starts of two requests to the same host. */
  readonly delay: number;
  readonly concurrent_requests: number;
  /** Seconds for one page, including its redirects. */
  readonly timeout: number;
  readonly max_pages: number;
  /** Maximum number of links between the first page and a page of a crawl. */
  readonly max_depth: number;
  readonly extract_type: 'fast_text' | 'markdown' | 'structured';
  /** Maximum number of characters of text per page. */
  readonly max_text_length: number;
  readonly clean_text: boolean;
  /** CSS selectors or XPath expressions, by the names of their fields. */
  readonly selectors: Readonly<Record<string, string>>;
  /** Regular expressions. A crawl follows only links that match one of them. An empty list matches all links. */
  readonly follow_patterns: readonly string[];
  readonly user_agent: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly follow_robots_txt: boolean;
  readonly cache_enabled: boolean;
}

export const CRAWL_DEFAULTS: CrawlSettings = {
  delay: 0.1,
  concurrent_requests: 5,
  timeout: 5,
  max_pages: 1,
  max_depth: 0,
  extract_type: 'fast_text',
  max_text_length: 3000,
  clean_text: true,
  selectors: {},
  follow_patterns: [],
  user_agent: 'Spider/1.0 (platform AI Agent)',
  headers: {},
  follow_robots_txt: false,
  cache_enabled: true,
};

export function settingsOf(given: Partial<CrawlSettings>): CrawlSettings {
  const names = Object.keys(CRAWL_DEFAULTS) as (keyof CrawlSettings)[];
  const isGiven = (name: keyof CrawlSettings) => (given[name] ?? undefined) !== undefined;
  return { ...CRAWL_DEFAULTS, ...Object.fromEntries(names.filter(isGiven).map((name) => [name, given[name]])) };
}
