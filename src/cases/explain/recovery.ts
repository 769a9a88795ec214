import { textOf } from '../../cassette/index.js';
import { groupBy } from '../../util/index.js';
import { type Exchange, isForPlatform, isObject, isRecordedDone } from './exchange.js';
import { firstAfter, type LaterSuccess } from './later-success.js';
import { lastBefore } from './traps/trap.js';

/** How far behind a check its answer is: a program that looks for a resource creates it next. */
const NEAR = 2;

/** Failures that a program expects, and answers with success. */
export class Recovery {
  readonly #exchanges: readonly Exchange[];
  readonly #indexes: ReadonlyMap<Exchange, number>;
  readonly #later: LaterSuccess;
  /** The requests that got a new token, by host. */
  readonly #newTokens: ReadonlyMap<string, readonly Exchange[]>;
  /** The reads of queues, by path. */
  readonly #queues: ReadonlyMap<string, readonly Exchange[]>;
  /** The requests whose credentials were rejected, by host. */
  readonly #rejected: ReadonlyMap<string, readonly Exchange[]>;

  constructor(exchanges: readonly Exchange[], later: LaterSuccess) {
    this.#exchanges = exchanges;
    this.#later = later;
    this.#indexes = new Map(exchanges.map((one, index) => [one, index]));
    this.#newTokens = groupBy(
      exchanges.filter((one) => isRecordedDone(one) && isTokenRequest(one)),
      ({ url }) => url.host,
    );
    this.#queues = groupBy(
      exchanges.filter((one) => isRecordedDone(one) && one.call?.operation === 'queues.get'),
      ({ url }) => url.pathname,
    );
    this.#rejected = groupBy(
      exchanges.filter(({ status }) => status === 401),
      ({ url }) => url.host,
    );
  }

  /** What the program did. Undefined for a failure that lasted. */
  of(exchange: Exchange): string | undefined {
    if (exchange.entry.unanswered || !isForPlatform(exchange)) return undefined;
    if (exchange.entry.expected) return `the program expected the status ${exchange.status}`;
    return (
      this.#waited(exchange) ??
      this.#renewed(exchange) ??
      this.#created(exchange) ??
      this.#checked(exchange) ??
      this.#readAgain(exchange) ??
      this.#polled(exchange)
    );
  }

  /**
   * A write without a response, or with an error of the server, can have happened: its repetition is not a recovery. Without
   * a connection it did not happen.
   */
  #waited(exchange: Exchange): string | undefined {
    const { status, entry } = exchange;
    const isRead = entry.request.method === 'GET';
    const isUnsent = entry.fault === 'refused';
    if (status !== 429 && !isUnsent && !(isRead && (status === 0 || status === 408 || status >= 500))) return undefined;
    const later = this.#later.of(exchange);
    if (later) return `the same request succeeded later: exchange ${later.number}`;
    const [next] = this.#next(exchange);
    // A log line of the repetition can have no body.
    const isAgain =
      next !== undefined &&
      isRecordedDone(next) &&
      next.entry.request.body === undefined &&
      next.entry.request.method === entry.request.method &&
      next.entry.request.url === entry.request.url;
    return isAgain
      ? `the next request to the same address, whose body is not recorded, succeeded: exchange ${next.number}`
      : undefined;
  }

  #renewed(exchange: Exchange): string | undefined {
    if (exchange.status !== 401) return undefined;
    const later = this.#later.of(exchange);
    if (!later) return undefined;
    const renewed = firstAfter(exchange, this.#newTokens.get(exchange.url.host) ?? []);
    if (renewed && renewed.number < later.number)
      return `exchange ${renewed.number} got a new token, and the same request succeeded in exchange ${later.number}`;
    // Another rejection behind it is a failure that lasted.
    const isLast = !firstAfter(later, this.#rejected.get(exchange.url.host) ?? []);
    const isNear = this.#next(exchange).includes(later);
    return isNear && isLast ? `the same request succeeded in exchange ${later.number}` : undefined;
  }

  /** A program asks whether a resource exists, and creates it. */
  #created(exchange: Exchange): string | undefined {
    if (exchange.status !== 404 || exchange.entry.request.method !== 'GET') return undefined;
    const next = this.#next(exchange).find(
      (one) => isRecordedDone(one) && one.entry.request.method === 'POST' && parentOf(exchange) === one.url.pathname,
    );
    return next && `the resource did not exist, and exchange ${next.number} created one of its kind`;
  }

  /** A program checks directly after a deletion that the resource is gone. */
  #checked(exchange: Exchange): string | undefined {
    if (exchange.status !== 404 || exchange.entry.request.method !== 'GET') return undefined;
    const index = this.#indexes.get(exchange) ?? 0;
    const before = this.#exchanges[index - 1];
    const isDeleted = before && isRecordedDone(before) && before.entry.request.method === 'DELETE';
    if (!isDeleted || before.url.pathname !== exchange.url.pathname) return undefined;
    const after = this.#exchanges.slice(index + 1, index + 1 + MAX_AFTER);
    // A program that stops here did not expect it.
    if (!after.some(isRecordedDone)) return undefined;
    const isUsedAgain = after.some((one) => `${one.entry.request.url} ${bodyOf(one)}`.includes(lastPart(exchange)));
    return isUsedAgain ? undefined : `exchange ${before.number} had deleted it: the 404 confirms this`;
  }

  /** A program that has an old version of a resource reads it again, and repeats its change. */
  #readAgain(exchange: Exchange): string | undefined {
    const { status, url, entry } = exchange;
    if (![409, 412, 422].includes(status) || !['PUT', 'PATCH'].includes(entry.request.method)) return undefined;
    const [read, written] = this.#next(exchange);
    const isRepeated =
      written !== undefined &&
      [read, written].every((one) => one && isRecordedDone(one) && one.url.pathname === url.pathname) &&
      read?.entry.request.method === 'GET' &&
      written.entry.request.method === entry.request.method;
    return isRepeated
      ? `exchange ${read.number} read the resource again, and exchange ${written.number} changed it`
      : undefined;
  }

  /** A program asks again and again for the next caller of a queue that has none. */
  #polled(exchange: Exchange): string | undefined {
    if (exchange.status !== 404 || exchange.call?.operation !== 'queues.get_next_member') return undefined;
    const queue = parentOf({ url: new URL(parentOf(exchange), exchange.url) });
    const shown = lastBefore(this.#queues.get(queue) ?? [], exchange.number);
    if (isObject(shown?.answer) && shown.answer.current_size === 0)
      return `the queue was empty: no one waited in it (exchange ${shown.number}: current_size 0)`;
    const later = this.#later.of(exchange);
    return later && `the queue was empty: someone waited in it in exchange ${later.number}`;
  }

  #next(exchange: Exchange): readonly Exchange[] {
    const index = this.#indexes.get(exchange) ?? 0;
    return this.#exchanges.slice(index + 1, index + 1 + NEAR);
  }
}

const MAX_AFTER = 50;
const bodyOf = ({ entry: { request } }: Exchange): string => (request.body ? textOf(request.body) : '');
const isTokenRequest = ({ entry, url }: Exchange): boolean =>
  entry.request.method === 'POST' && /\/tokens?(?:\/|$)/.test(url.pathname);
const lastPart = ({ url }: Exchange): string => url.pathname.split('/').at(-1) ?? '';
const parentOf = ({ url }: Pick<Exchange, 'url'>): string => url.pathname.slice(0, url.pathname.lastIndexOf('/'));
