import type { Finding } from './explain.js';
import type { NamedHit } from './known-causes.js';

/** No one reads more of them. */
const MAX_SUSPICIOUS = 20;

/** The findings about requests that succeeded, and about webhooks. The same failure of a webhook is one finding. */
export class SuspiciousFindings {
  readonly #findings = new Map<string, Finding>();
  /** The number of findings beyond the limit. */
  #left = 0;

  get size(): number {
    return this.#findings.size;
  }

  async add({ trap, hit }: NamedHit, explained: () => Promise<Finding>): Promise<void> {
    const { webhook, recovered } = hit;
    const key = webhook
      ? `${trap} ${webhook.request} ${webhook.status} ${recovered === undefined}`
      : `${trap} ${hit.at.number} ${this.size}`;
    const same = this.#findings.get(key);
    if (same) this.#findings.set(key, { ...same, repeated: same.repeated + 1 });
    else if (this.size < MAX_SUSPICIOUS) this.#findings.set(key, await explained());
    else this.#left++;
  }

  all(): Finding[] {
    return [...this.#findings.values()];
  }

  notes(): string[] {
    const one = this.#left === 1;
    const what = one
      ? '1 other suspicious request or webhook is'
      : `${this.#left} other suspicious requests or webhooks are`;
    return this.#left === 0 ? [] : [`${what} not shown. To explain one, add the number of its exchange`];
  }
}
