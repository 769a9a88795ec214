import type { McpTool, Peer } from './peer.js';

interface Options {
  connect(service: string): Promise<Peer>;
  readonly goodForMs: number;
  readonly now?: () => number;
}

interface Kept {
  readonly tools: Promise<readonly McpTool[]>;
  readonly since: number;
}

/** Lists the tools of services. Starts a server to ask it, and caches the list for a while. */
export class ToolLists {
  readonly #options: Options;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();

  constructor(options: Options) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  of(service: string): Promise<readonly McpTool[]> {
    const kept = this.#kept.get(service);
    if (kept && this.#now() - kept.since < this.#options.goodForMs) return kept.tools;
    const fresh = { tools: this.#ask(service), since: this.#now() };
    this.#kept.set(service, fresh);
    // A failure is not cached.
    fresh.tools.catch(() => this.#kept.get(service) === fresh && this.#kept.delete(service));
    return fresh.tools;
  }

  async #ask(service: string): Promise<readonly McpTool[]> {
    const peer = await this.#options.connect(service);
    try {
      return await peer.tools();
    } finally {
      // The caller does not need to wait until the server has ended.
      void peer.close();
    }
  }
}
