import { Crawler, type CrawlProgress, PageError, SkillBase } from '../index.js';
import { headerProblems, PARAMETERS } from './spider/parameters.js';
import { crawlReport, dataReport, pageReport } from './spider/report.js';

const url = { type: 'string', description: 'Address of the page, such as https://example.org/news.' } as const;

/** Reads single web pages and whole sites. It requires no key. */
export class Spider extends SkillBase<typeof PARAMETERS> {
  static override SKILL_NAME = 'spider';
  static override SKILL_DESCRIPTION = 'Reads web pages, crawls sites and extracts fields from pages.';
  static override EXAMPLE = { tool: 'scrape_url', args: { url: 'https://library.example.org/' } };
  static override REQUIRED_PACKAGES = ['lxml'];
  static override SUPPORTS_MULTIPLE_INSTANCES = true;
  static override PARAMETERS = PARAMETERS;

  #crawler: Crawler | undefined;

  override check_params(): string[] {
    const { headers, user_agent } = this.params;
    return headerProblems({ ...headers, 'user-agent': user_agent });
  }

  async setup(): Promise<boolean> {
    if (!this.validate_packages()) return false;
    const crawler = new Crawler({
      ...this.params,
      send: (request, options) => this.send_request(request, options),
      now: () => this.now(),
    });
    this.#crawler = crawler;
    const problems = [...crawler.patternProblems, ...(await crawler.selectorProblems)];
    for (const problem of problems) this.logger.error(problem);
    return problems.length === 0;
  }

  register_tools(): void {
    const { tool_name } = this.params;
    const prefix = tool_name ? `${tool_name}_` : '';
    this.define_tool({
      name: `${prefix}scrape_url`,
      description: 'Read the text of one web page.',
      parameters: { url },
      required: ['url'],
      handler: (args, _raw, { signal }) => this.#scrape(args.url, signal),
    });
    this.define_tool({
      name: `${prefix}crawl_site`,
      description: 'Read a web page and the pages of the same site that it links to.',
      parameters: { start_url: { ...url, description: 'Address of the first page.' } },
      required: ['start_url'],
      handler: (args, _raw, { signal }) => this.#crawl(args.start_url, signal),
    });
    this.define_tool({
      name: `${prefix}extract_structured_data`,
      description: 'Extract the configured fields from one web page.',
      parameters: { url },
      required: ['url'],
      handler: (args, _raw, { signal }) => this.#extract(args.url, signal),
    });
  }

  override get_hints(): string[] {
    return ['web page', 'website', 'scrape', 'crawl', 'spider', 'link', 'address', 'extract'];
  }

  override async cleanup(): Promise<void> {
    await this.#crawler?.close();
  }

  async #scrape(address: string, signal: AbortSignal): Promise<string> {
    return this.#answer(address, async (crawler) => {
      const page = await crawler.read(address, { signal });
      return crawler.settings.extract_type === 'structured' ? dataReport(page) : pageReport(page);
    });
  }

  async #crawl(address: string, signal: AbortSignal): Promise<string> {
    return this.#answer(address, async (crawler) => {
      const { max_pages } = crawler.settings;
      const onPage = ({ url: done, read, failed, waiting }: CrawlProgress) =>
        this.logger.info(`${read + failed} of at most ${max_pages} pages, ${waiting} waiting: ${done}`);
      return crawlReport(await crawler.crawl(address, { signal, onPage }), crawler.settings);
    });
  }

  async #extract(address: string, signal: AbortSignal): Promise<string> {
    return this.#answer(address, async (crawler) => {
      if (Object.keys(crawler.settings.selectors).length === 0)
        return 'This tool has no fields to extract. Read the whole page instead.';
      return dataReport(await crawler.read(address, { signal, extract_type: 'structured' }));
    });
  }

  async #answer(address: string, work: (crawler: Crawler) => Promise<string>): Promise<string> {
    if (address.trim() === '') return 'Specify the address of the web page.';
    try {
      return await work(this.#crawler as Crawler);
    } catch (error) {
      if (error instanceof PageError) return `I could not read ${address.trim().slice(0, 200)}: ${error.message}.`;
      throw error;
    }
  }
}

export {
  type CrawledPage,
  Crawler,
  type CrawlerOptions,
  type CrawlOptions,
  type CrawlProgress,
  type CrawlResult,
  type ReadPage,
} from '../index.js';

/** @alias */
export default Spider;
