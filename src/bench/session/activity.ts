import { operationOf } from '../../client/index.js';
import type { WireRequest } from '../../http/index.js';

interface Asked {
  readonly what: string;
  readonly url: string;
  /** It may have changed something when it arrived. */
  readonly isChange: boolean;
}

/** What the running input waits for, in a few words. */
export class Activity {
  readonly #open = new Set<Asked>();
  /** Requests of one operation in a row: the pages of a list. */
  #count = 0;
  #attempt = 1;
  #last: Asked | undefined;

  /** An input begins: pages are counted anew. */
  reset(): void {
    this.#last = undefined;
    this.#count = 0;
    this.#attempt = 1;
  }

  /** A request goes out; the answer says that it is over. */
  begin(request: WireRequest): () => void {
    const asked = {
      what: nameOf(request),
      url: `${request.method} ${request.url}`,
      isChange: request.method !== 'GET',
    };
    const isAgain = asked.url === this.#last?.url;
    this.#attempt = isAgain ? this.#attempt + 1 : 1;
    this.#count = asked.what !== this.#last?.what ? 1 : this.#count + (isAgain ? 0 : 1);
    this.#last = asked;
    this.#open.add(asked);
    return () => void this.#open.delete(asked);
  }

  /** What is told of the requests that are given up now. */
  get givenUp(): string | undefined {
    const open = [...this.#open];
    if (open.length === 0) return undefined;
    const names = [...new Set(open.map(({ what }) => what))].join(', ');
    return `${names} ${open.length === 1 ? 'was' : 'were'} given up${open.some(({ isChange }) => isChange) ? ', and may have arrived all the same' : ''}`;
  }

  /** `queues.list, page 3`; nothing while nobody is waited for. */
  get says(): string | undefined {
    const [first, ...others] = this.#open;
    if (!first) return undefined;
    if (others.length > 0) return `${first.what} and ${others.length} more`;
    const page = this.#count > 1 ? `, ${first.what.endsWith('.list') ? 'page' : 'request'} ${this.#count}` : '';
    return `${first.what}${page}${this.#attempt > 1 ? `, attempt ${this.#attempt}` : ''}`;
  }
}

/** The operation as it is typed; of others the method and the host. */
function nameOf(request: WireRequest): string {
  return (
    operationOf(request) ?? `${request.method} ${URL.canParse(request.url) ? new URL(request.url).host : 'somewhere'}`
  );
}
