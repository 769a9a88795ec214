import type { Send } from '../../http/index.js';
import { fetchPage, type Page, PageError } from '../fetch/fetch-page.js';
import { pageKey } from '../fetch/page-address.js';
import type { HostPace } from './host-pace.js';
import { PageCache } from './page-cache.js';
import { type RobotsRules, readRobots } from './robots.js';
import type { CrawlSettings } from './settings.js';

const KEEP_MS = 5 * 60_000;
const MAX_PAGES = 100;
const MAX_CHARACTERS = 16 * 2 ** 20;

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Redirects must not leave this origin. */
  readonly origin?: string | undefined;
}

/** Returns pages from a cache, or fetches them at the pace that their hosts allow. */
export class PageSource {
  readonly #send: Send;
  readonly #settings: CrawlSettings;
  readonly #pace: HostPace;
  readonly #pages: PageCache<Page>;
  readonly #robots: PageCache<Promise<RobotsRules>>;

  constructor(send: Send, settings: CrawlSettings, { pace, nowMs }: { pace: HostPace; nowMs: () => number }) {
    this.#send = send;
    this.#settings = settings;
    this.#pace = pace;
    this.#pages = new PageCache({ max: MAX_PAGES, heaviest: MAX_CHARACTERS, keepMs: KEEP_MS, nowMs });
    this.#robots = new PageCache({ max: MAX_PAGES, heaviest: Number.POSITIVE_INFINITY, keepMs: KEEP_MS, nowMs });
  }

  async page(url: string, { signal, origin }: AskOptions = {}): Promise<Page> {
    const { cache_enabled, delay, timeout, user_agent, headers } = this.#settings;
    const rules = await this.rules(url);
    if (rules && !rules.allows(url)) throw new PageError('its robots.txt does not allow it');
    const kept = cache_enabled ? this.#pages.get(pageKey(url)) : undefined;
    if (kept && (origin === undefined || new URL(kept.url).origin === origin)) return kept;
    await this.#pace.turn(new URL(url).host, Math.max(delay * 1000, rules?.delayMs ?? 0), signal);
    const page = await fetchPage(this.#send, url, {
      headers: { 'user-agent': user_agent, ...lowerCase(headers) },
      timeoutMs: timeout * 1000,
      signal,
      mayFollow: async (to) => {
        if (origin !== undefined && new URL(to).origin !== origin) throw new PageError('it redirects to another site');
        const there = await this.rules(to);
        if (there && !there.allows(to)) throw new PageError('it redirects to a page that robots.txt does not allow');
        return true;
      },
    });
    if (cache_enabled && page.mayKeep) this.#pages.set(pageKey(url), page, page.text.length);
    return page;
  }

  /** Returns the robots.txt rules for an address, or undefined if `follow_robots_txt` is off. */
  async rules(url: string): Promise<RobotsRules | undefined> {
    const { follow_robots_txt, timeout, user_agent } = this.#settings;
    if (!follow_robots_txt) return undefined;
    const { origin } = new URL(url);
    const kept = this.#robots.get(origin);
    if (kept) return kept;
    // Concurrent pages share this request, so none of them may abort it.
    const asked = readRobots(this.#send, origin, { user_agent, timeoutMs: timeout * 1000 });
    this.#robots.set(origin, asked);
    asked.catch(() => this.#robots.delete(origin));
    return asked;
  }

  clear(): void {
    this.#pages.clear();
    this.#robots.clear();
  }
}

const lowerCase = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
