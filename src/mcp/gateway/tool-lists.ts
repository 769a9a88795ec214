import type { McpTool, Peer } from './peer.js';

interface Options {
  connect(service: string): Promise<Peer>;
  readonly maxAgeMs: number;
  readonly now?: () => number;
}

/** Lists the tools of services. Starts a server to ask it, and caches the list for a while. */
export class ToolLists {
  readonly #options: Options;
  readonly #now: () => number;
  readonly #cache = new Map<string, { tools: Promise<readonly McpTool[]>; since: number }>();

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  of(service: string): Promise<readonly McpTool[]> {
    const cached = this.#cache.get(service);
    if (cached && this.#now() - cached.since < this.#options.maxAgeMs) return cached.tools;
    const fresh = { tools: this.#load(service), since: this.#now() };
    this.#cache.set(service, fresh);
    // A failure is not cached.
    fresh.tools.catch(() => this.#cache.get(service) === fresh && this.#cache.delete(service));
    return fresh.tools;
  }

  async #load(service: string): Promise<readonly McpTool[]> {
    const peer = await this.#options.connect(service);
    try {
      return await peer.tools();
    } finally {
      // The caller does not need to wait until the server has ended.
      void peer.close();
    }
  }
}
