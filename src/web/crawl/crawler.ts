import { guardedTransport, type Send, sendAndFollow, type Transport } from '../../http/index.js';
import { compiled, isMet, PatternError } from '../../util/index.js';
import { PageError } from '../fetch/fetch-page.js';
import { pageAddress, typedAddress } from '../fetch/page-address.js';
import { sitemapAddresses } from '../fetch/sitemap.js';
import type { Field } from '../select/select.js';
import { type CrawlProgress, type CrawlResult, crawl, type ReadPage } from './crawl.js';
import { HostPace } from './host-pace.js';
import { type AskOptions, PageSource } from './page-source.js';
import { type CrawlSettings, settingsOf } from './settings.js';

/** The parameters of the skill, all optional, and the parts that the crawler uses. */
export interface CrawlerOptions extends Partial<CrawlSettings> {
  /** Defaults to a transport for public addresses. `send` takes precedence. */
  readonly transport?: Transport;
  readonly send?: Send;
  readonly pace?: HostPace;
  readonly now?: () => Date;
}

export interface CrawlOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onPage?: (progress: CrawlProgress) => void;
  /** Seconds for the whole crawl, 40 by default, because a caller on the phone waits for the result of a tool. */
  readonly time_limit?: number;
}

/** Reads single pages and whole sites. */
export class Crawler {
  readonly settings: CrawlSettings;
  /** Problems of `follow_patterns`. An invalid pattern matches no link. */
  readonly patternProblems: readonly string[];
  readonly selectorProblems: Promise<readonly string[]>;
  readonly #source: PageSource;
  readonly #patterns: readonly RegExp[];
  readonly #slow = new Set<RegExp>();
  readonly #fields: Promise<readonly Field[]>;
  readonly #made: Transport | undefined;

  constructor(options: CrawlerOptions = {}) {
    const { transport, send, pace = new HostPace(), now = () => new Date(), ...settings } = options;
    this.settings = settingsOf(settings);
    this.#made = send || transport ? undefined : guardedTransport();
    const through = (transport ?? this.#made) as Transport;
    this.#source = new PageSource(send ?? ((request, more) => sendAndFollow(through, request, more)), this.settings, {
      pace,
      nowMs: () => now().getTime(),
    });
    const { patterns, problems } = compilePatterns(this.settings.follow_patterns);
    this.#patterns = patterns;
    this.patternProblems = problems;
    const compiled = compiledSelectors(this.settings.selectors);
    this.#fields = compiled.then(({ fields }) => fields);
    this.selectorProblems = compiled.then((selectors) => selectors.problems);
  }

  /** Reads one page in the format of the settings or of `extract_type`. Throws a `PageError` if it cannot be read. */
  async read(url: string, { extract_type = this.settings.extract_type, ...ask }: ReadOptions = {}): Promise<ReadPage> {
    const page = await this.#source.page(asAddress(url), ask);
    const { extract } = await import('../select/extract.js');
    const extracted = await extract(page, { ...this.settings, extract_type, fields: await this.#fields });
    return { url: page.url, status: page.status, ...extracted };
  }

  /** Reads a page and the pages it leads to on the same site. Lists pages that cannot be read. */
  async crawl(start: string, { signal, onPage, time_limit = 40 }: CrawlOptions = {}): Promise<CrawlResult> {
    return crawl({
      ...this.settings,
      start: asAddress(start),
      read: (url, ask) => this.read(url, ask),
      shouldFollow: (url) =>
        this.settings.follow_patterns.length === 0 || this.#patterns.some((pattern) => this.#fits(pattern, url)),
      seeds: (origin, until) => this.#sitemapPages(origin, until),
      time_limit,
      signal,
      onPage,
    });
  }

  /** Clears the cache and closes the transport that the crawler created. */
  async close(): Promise<void> {
    this.#source.clear();
    await this.#made?.close?.();
  }

  /** Whether a pattern matches a link. A pattern that takes too long does not match and is not tried again. */
  #fits(pattern: RegExp, url: string): boolean {
    try {
      return !this.#slow.has(pattern) && isMet(pattern, url);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      this.#slow.add(pattern);
      return false;
    }
  }

  async #sitemapPages(origin: string, signal: AbortSignal): Promise<string[]> {
    const files = ((await this.#source.rules(origin))?.sitemaps ?? [])
      .map((file) => pageAddress(file, origin))
      .filter((file) => file !== undefined && new URL(file).origin === origin) as string[];
    const read = async (file: string) => {
      try {
        return await this.#source.page(file, { signal, origin });
      } catch (error) {
        if (error instanceof PageError) return undefined; // the crawl continues without this sitemap
        throw error;
      }
    };
    return sitemapAddresses(files, read, this.settings.max_pages * 2);
  }
}

interface ReadOptions extends AskOptions {
  readonly extract_type?: CrawlSettings['extract_type'];
}

/** Imports the selector engines on demand, because most sessions read no page. */
async function compiledSelectors(selectors: CrawlSettings['selectors']) {
  const { compileSelectors } = await import('../select/select.js');
  return compileSelectors(selectors);
}

function asAddress(text: string): string {
  const address = typedAddress(text);
  if (address === undefined) throw new PageError('that is not the address of a web page');
  return address;
}

function compilePatterns(sources: readonly unknown[]): { patterns: RegExp[]; problems: string[] } {
  const patterns: RegExp[] = [];
  const problems: string[] = [];
  for (const source of sources) {
    try {
      patterns.push(compiled(String(source), ''));
    } catch (error) {
      problems.push(`a follow pattern is invalid: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { patterns, problems };
}
