import { textOf } from '../../cassette/index.js';
import { type Exchange, isDone } from './exchange.js';

/** Finds the request that repeated a failed one and succeeded. */
export class LaterSuccess {
  readonly #done = new Map<string, Exchange[]>();

  constructor(exchanges: readonly Exchange[]) {
    for (const one of exchanges) {
      if (!isDone(one)) continue;
      const key = keyOf(one);
      const same = this.#done.get(key);
      if (same) same.push(one);
      else this.#done.set(key, [one]);
    }
  }

  /** The note on it. None for a failure that a repetition cannot end. */
  notes(exchange: Exchange): string[] {
    if (!isTransient(exchange)) return [];
    const later = this.#done.get(keyOf(exchange))?.find(({ number }) => number > exchange.number);
    return later ? [`the same request succeeded later: exchange ${later.number}`] : [];
  }
}

const isTransient = ({ status, entry }: Exchange): boolean =>
  !entry.unanswered && (status === 0 || status === 408 || status === 429 || status >= 500);

const keyOf = ({ entry: { request } }: Exchange): string =>
  `${request.method} ${request.url} ${request.body ? textOf(request.body) : ''}`;
