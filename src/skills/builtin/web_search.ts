import type { ParamsOf } from '../index.js';
import { IMPROVED, MAIN, ORIGINAL } from './web_search/parameters.js';
import { IMPROVED_SCALE } from './web_search/quality.js';
import type { Found, WebSearchScraper } from './web_search/scraper.js';
import { SearchSkill } from './web_search/search-skill.js';

/** Searches the web, reads several pages in parallel and keeps the best, within a deadline. */
export class WebSearch extends SearchSkill {
  static override SKILL_VERSION = '2.0.0';
  static override PARAMETERS = MAIN;
  declare readonly params: ParamsOf<typeof MAIN>;

  protected async find(scraper: WebSearchScraper, query: string, signal: AbortSignal): Promise<Found> {
    const { response_prefix, response_postfix, ...options } = this.params;
    const { isFound, text } = await scraper.find(query, { ...options, signal });
    return { isFound, text: [response_prefix, text, response_postfix].filter((part) => part !== '').join('\n\n') };
  }
}

/** A variant with stricter quality criteria that reads fewer pages, one at a time. */
export class WebSearchImproved extends SearchSkill {
  static override SKILL_VERSION = '2.0.0';
  static override PARAMETERS = IMPROVED;
  declare readonly params: ParamsOf<typeof IMPROVED>;
  static override SCALE = IMPROVED_SCALE;

  protected find(scraper: WebSearchScraper, query: string, signal: AbortSignal): Promise<Found> {
    return scraper.find(query, { ...this.params, parallel_scrape: false, signal });
  }
}

/** The first variant: it reads the first search results in order and does not filter by quality. */
export class WebSearchOriginal extends SearchSkill {
  static override SKILL_VERSION = '1.0.0';
  static override PARAMETERS = ORIGINAL;
  declare readonly params: ParamsOf<typeof ORIGINAL>;

  override get_global_data(): Record<string, unknown> {
    return { ...super.get_global_data(), quality_filtering: false };
  }

  protected find(scraper: WebSearchScraper, query: string, signal: AbortSignal): Promise<Found> {
    const { num_results, delay } = this.params;
    return scraper.findInOrder(query, { num_results, delay, signal });
  }
}

export { ServiceFailure } from '../index.js';
export type { Extraction } from './web_search/extract.js';
export { type GoogleOptions, googleSearch, type SearchHit, type SearchProvider } from './web_search/google.js';
export type { QualityMetrics } from './web_search/quality.js';
export { type BestOptions, type ScraperOptions, WebSearchScraper } from './web_search/scraper.js';

/** @alias */
export default WebSearch;
