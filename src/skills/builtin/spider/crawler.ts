import { guardedTransport, sendAndFollow, type Transport } from '../../../http/index.js';
import type { Send } from '../../lib/ask-json.js';
import { PageError } from '../../lib/fetch-page.js';
import { isMet, PatternError } from '../../lib/is-met.js';
import { compiled } from '../../lib/patterns.js';
import { type CrawlProgress, type CrawlResult, crawl, type ReadPage } from './crawl.js';
import { extract } from './extract.js';
import { HostPace } from './host-pace.js';
import { pageAddress, typedAddress } from './page-address.js';
import { type AskOptions, PageSource } from './page-source.js';
import { type SpiderSettings, settingsOf } from './parameters.js';
import { compileSelectors, type Field } from './select.js';
import { sitemapAddresses } from './sitemap.js';

/** The parameters of the skill, all optional, and what it is built on. */
export interface CrawlerOptions extends Partial<SpiderSettings> {
  /** How pages are reached; the public internet by default. `send` goes before it. */
  readonly transport?: Transport;
  readonly send?: Send;
  readonly pace?: HostPace;
  readonly now?: () => Date;
}

export interface CrawlOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each page. */
  readonly onPage?: (progress: CrawlProgress) => void;
  /** Seconds for all of it, 40 by default: a tool has to answer while somebody waits on the phone. */
  readonly time_limit?: number;
}

/** Reads pages and whole sites. */
export class Crawler {
  readonly settings: SpiderSettings;
  /** What is wrong with patterns; nothing fits one of these. */
  readonly patternProblems: readonly string[];
  /** The same with selectors. */
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
    const compiled = compileSelectors(this.settings.selectors);
    this.#fields = compiled.then(({ fields }) => fields);
    this.selectorProblems = compiled.then((selectors) => selectors.problems);
  }

  /** One page, as the settings want it, or as `extract_type` says. A `PageError` when it cannot be read. */
  async read(url: string, { extract_type = this.settings.extract_type, ...ask }: ReadOptions = {}): Promise<ReadPage> {
    const page = await this.#source.page(asAddress(url), ask);
    const extracted = await extract(page, { ...this.settings, extract_type, fields: await this.#fields });
    return { url: page.url, status: page.status, ...extracted };
  }

  /** A page and those it leads to on its site. Pages that cannot be read are part of the result, the first one too. */
  async crawl(start: string, { signal, onPage, time_limit = 40 }: CrawlOptions = {}): Promise<CrawlResult> {
    return crawl({
      ...this.settings,
      start: asAddress(start),
      read: (url, ask) => this.read(url, ask),
      wants: (url) =>
        this.settings.follow_patterns.length === 0 || this.#patterns.some((pattern) => this.#fits(pattern, url)),
      seeds: (origin, until) => this.#sitemapPages(origin, until),
      time_limit,
      signal,
      onPage,
    });
  }

  /** Forgets what it kept, and closes what it opened. */
  async close(): Promise<void> {
    this.#source.clear();
    await this.#made?.close?.();
  }

  /** What takes too long to find out is not followed, and not tried again. */
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
        if (error instanceof PageError) return undefined; // a crawl does without it
        throw error;
      }
    };
    return sitemapAddresses(files, read, this.settings.max_pages * 2);
  }
}

interface ReadOptions extends AskOptions {
  readonly extract_type?: SpiderSettings['extract_type'];
}

function asAddress(text: string): string {
  const address = typedAddress(text);
  if (address === undefined) throw new PageError('that is no address of a web page');
  return address;
}

function compilePatterns(sources: readonly unknown[]): { patterns: RegExp[]; problems: string[] } {
  const patterns: RegExp[] = [];
  const problems: string[] = [];
  for (const source of sources) {
    try {
      patterns.push(compiled(String(source), ''));
    } catch (error) {
      problems.push(`a follow pattern cannot be used: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { patterns, problems };
}
