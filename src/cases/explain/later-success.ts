import { textOf } from '../../cassette/index.js';
import { type Exchange, isRecordedDone } from './exchange.js';

/** Finds the request that repeated a failed one and succeeded. */
export class LaterSuccess {
  readonly #done = new Map<string, Exchange[]>();

  constructor(exchanges: readonly Exchange[]) {
    for (const one of exchanges) {
      if (!isRecordedDone(one)) continue;
      const key = keyOf(one);
      const same = this.#done.get(key);
      if (same) same.push(one);
      else this.#done.set(key, [one]);
    }
  }

  of(exchange: Exchange): Exchange | undefined {
    return firstAfter(exchange, this.#done.get(keyOf(exchange)) ?? []);
  }

  /** The note on it. None for a failure that a repetition cannot end. */
  notes(exchange: Exchange): string[] {
    if (!isTransient(exchange)) return [];
    const later = this.of(exchange);
    return later ? [`the same request succeeded later: exchange ${later.number}`] : [];
  }
}

/** The first of these exchanges, which are in their order, that follows another one. */
export function firstAfter({ number }: Exchange, exchanges: readonly Exchange[]): Exchange | undefined {
  let [low, high] = [0, exchanges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((exchanges[middle] as Exchange).number > number) high = middle;
    else low = middle + 1;
  }
  return exchanges[low];
}

const isTransient = ({ status, entry }: Exchange): boolean =>
  !entry.unanswered && (status === 0 || status === 408 || status === 429 || status >= 500);

const keyOf = ({ entry: { request } }: Exchange): string =>
  `${request.method} ${request.url} ${request.body ? textOf(request.body) : ''}`;
