import { withTimeLimit } from '../../util/index.js';
import { PageError } from '../fetch/fetch-page.js';
import { pageAddress, pageKey, withoutTracking } from '../fetch/page-address.js';
import type { Extracted } from '../select/extract.js';

export interface ReadPage extends Extracted {
  readonly url: string;
  readonly status: number;
}

export interface CrawledPage extends Omit<ReadPage, 'links'> {
  readonly depth: number;
}

export interface CrawlResult {
  readonly start: string;
  /** Sorted by depth, then in the order in which they were found. */
  readonly pages: readonly CrawledPage[];
  /** Pages that could not be read, with the reason. */
  readonly failed: readonly { readonly url: string; readonly reason: string }[];
  /** Number of links found but not requested, because of the limits. A large site has more. */
  readonly waiting: number;
  /** Whether the time limit ended the crawl. */
  readonly isLate: boolean;
}

export interface CrawlProgress {
  readonly url: string;
  readonly read: number;
  readonly failed: number;
  readonly waiting: number;
}

export interface CrawlPlan {
  readonly start: string;
  readonly max_pages: number;
  readonly max_depth: number;
  readonly concurrent_requests: number;
  /** Reads a page. With `origin`, redirects must stay within that origin. */
  readonly read: (url: string, options: { origin?: string; signal: AbortSignal }) => Promise<ReadPage>;
  readonly shouldFollow: (url: string) => boolean;
  /** Returns further start pages, in addition to the links of the first page. */
  readonly seeds?: (origin: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Seconds for the whole crawl. The result holds the pages read until then. */
  readonly time_limit: number;
  readonly signal?: AbortSignal | undefined;
  readonly onPage?: ((progress: CrawlProgress) => void) | undefined;
}

/** Reads a page and the pages it links to on the same origin, breadth-first and concurrently. */
export async function crawl(plan: CrawlPlan): Promise<CrawlResult> {
  return withTimeLimit({ seconds: plan.time_limit, signal: plan.signal }, async (over) => {
    const run = new Run(plan, over);
    await run.finish();
    return run.result(over.aborted);
  });
}

interface QueuedLink {
  readonly url: string;
  readonly depth: number;
  readonly place: number;
}

class Run {
  readonly #waiting: QueuedLink[] = [];
  readonly #seen = new Set<string>();
  readonly #pages: (CrawledPage & { readonly place: number })[] = [];
  readonly #failed: { url: string; reason: string; place: number }[] = [];
  #requested = 0;
  #origin: string | undefined;

  constructor(
    private readonly plan: CrawlPlan,
    private readonly signal: AbortSignal,
  ) {
    this.#add(plan.start, 0);
  }

  async finish(): Promise<void> {
    // Read the first page alone: it may redirect, and then the crawl stays on the site of the target.
    await this.#next();
    const running = new Set<Promise<void>>();
    try {
      while (!this.signal.aborted) {
        while (running.size < this.plan.concurrent_requests && this.#hasNext()) {
          const one: Promise<void> = this.#next().finally(() => running.delete(one));
          running.add(one);
        }
        if (running.size === 0) break;
        await Promise.race(running);
      }
    } finally {
      await Promise.allSettled(running);
    }
  }

  result(isLate: boolean): CrawlResult {
    const byPlace = (a: { place: number }, b: { place: number }) => a.place - b.place;
    return {
      start: this.plan.start,
      pages: this.#pages
        .sort((a, b) => a.depth - b.depth || byPlace(a, b))
        .map(({ place: _, ...page }): CrawledPage => page),
      failed: this.#failed.sort(byPlace).map(({ url, reason }) => ({ url, reason })),
      waiting: this.#waiting.length,
      isLate,
    };
  }

  #hasNext(): boolean {
    return this.#waiting.length > 0 && this.#requested < this.plan.max_pages;
  }

  async #next(): Promise<void> {
    const found = this.#waiting.shift() as QueuedLink;
    this.#requested++;
    try {
      await this.#visit(found);
    } catch (error) {
      if (this.signal.aborted) return;
      if (!(error instanceof PageError)) throw error;
      this.#failed.push({ url: found.url, reason: error.message, place: found.place });
    }
    const { length: waiting } = this.#waiting;
    this.plan.onPage?.({ url: found.url, read: this.#pages.length, failed: this.#failed.length, waiting });
  }

  async #visit({ url, depth, place }: QueuedLink): Promise<void> {
    const origin = this.#origin;
    const { links, ...page } = await this.plan.read(url, { ...(origin && { origin }), signal: this.signal });
    this.#origin ??= new URL(page.url).origin;
    // Two links may redirect to the same page.
    const key = pageKey(page.url);
    if (key !== pageKey(url) && this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#pages.push({ ...page, depth, place });
    if (depth >= this.plan.max_depth) return;
    for (const link of links) this.#add(link, depth + 1);
    if (depth > 0 || this.plan.max_pages === 1) return;
    for (const seed of (await this.plan.seeds?.(this.#origin, this.signal)) ?? []) this.#add(seed, 1);
  }

  #add(link: string, depth: number): void {
    // Links beyond this number are never requested, so they are not stored.
    if (this.#waiting.length >= this.plan.max_pages * 2 + 100) return;
    const address = pageAddress(link);
    if (address === undefined) return;
    const url = depth === 0 ? address : withoutTracking(address);
    if (depth > 0 && (new URL(url).origin !== this.#origin || !this.plan.shouldFollow(url))) return;
    const key = pageKey(url);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#waiting.push({ url, depth, place: this.#seen.size });
  }
}
