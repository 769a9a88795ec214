import { operationOf } from '../../client/index.js';
import type { WireRequest } from '../../http/index.js';

interface Pending {
  readonly name: string;
  readonly url: string;
  /** The request may change state on the platform. */
  readonly isChange: boolean;
}

export class Activity {
  readonly #open = new Set<Pending>();
  /** Consecutive requests of one operation, such as the pages of a list. */
  #count = 0;
  #attempt = 1;
  #last: Pending | undefined;

  reset(): void {
    this.#last = undefined;
    this.#count = 0;
    this.#attempt = 1;
  }

  /** Adds a request. The returned function removes it when it is finished. */
  begin(request: WireRequest): () => void {
    const pending = {
      name: nameOf(request),
      url: `${request.method} ${request.url}`,
      isChange: request.method !== 'GET',
    };
    const isAgain = pending.url === this.#last?.url;
    this.#attempt = isAgain ? this.#attempt + 1 : 1;
    this.#count = pending.name !== this.#last?.name ? 1 : this.#count + (isAgain ? 0 : 1);
    this.#last = pending;
    this.#open.add(pending);
    return () => void this.#open.delete(pending);
  }

  get cancelNotice(): string | undefined {
    const open = [...this.#open];
    if (open.length === 0) return undefined;
    const names = [...new Set(open.map(({ name }) => name))].join(', ');
    return `cancelled: ${names}${open.some(({ isChange }) => isChange) ? '. The platform may have received it' : ''}`;
  }

  /** A description such as `queues.list, page 3`, or undefined when no request is pending. */
  get description(): string | undefined {
    const [first, ...others] = this.#open;
    if (!first) return undefined;
    if (others.length > 0) return `${first.name} and ${others.length} more`;
    const page = this.#count > 1 ? `, ${first.name.endsWith('.list') ? 'page' : 'request'} ${this.#count}` : '';
    return `${first.name}${page}${this.#attempt > 1 ? `, attempt ${this.#attempt}` : ''}`;
  }
}

/** Returns the operation as the user types it, or the method and host of any other request. */
function nameOf(request: WireRequest): string {
  return (
    operationOf(request) ??
    `${request.method} ${URL.canParse(request.url) ? new URL(request.url).host : 'an unknown host'}`
  );
}
