import { type Transport, TransportFault, type WireRequest, type WireResponse } from '../http/index.js';
import { bytesOf } from './body.js';
import type { CassetteEntry } from './format.js';
import { keyOf, keyOfEntry } from './key.js';
import { explainMiss } from './miss.js';
import type { Cassette } from './open.js';

export interface Replayer extends Transport {
  /** Recorded exchanges that nothing asked for. */
  unused(): readonly CassetteEntry[];
}

interface Shelf {
  readonly entries: CassetteEntry[];
  next: number;
}

/** Answers from a recording alone: the same requests get the same answers, in the recorded order. Anything else is a miss. */
export function replayer({ entries }: Pick<Cassette, 'entries'>): Replayer {
  const shelves = new Map<string, Shelf>();
  for (const entry of entries) {
    const key = keyOfEntry(entry);
    const shelf = shelves.get(key);
    if (shelf) shelf.entries.push(entry);
    else shelves.set(key, { entries: [entry], next: 0 });
  }
  const used = new Set<CassetteEntry>();
  const unused = () => entries.filter((entry) => !used.has(entry));

  return {
    unused,
    async send(request) {
      if (request.signal?.aborted)
        throw new TransportFault('aborted', 'aborted before it was sent', {
          cause: request.signal.reason,
          sent: false,
        });
      const entry = take(shelves.get(keyOf(request)), request);
      if (!entry) throw new TransportFault('miss', explainMiss(request, unused()));
      used.add(entry);
      return answerOf(entry);
    },
  };
}

/** The next answer for these words; the last one again only where asking twice changes nothing. */
function take(shelf: Shelf | undefined, { method }: WireRequest): CassetteEntry | undefined {
  if (!shelf) return undefined;
  if (shelf.next < shelf.entries.length) return shelf.entries[shelf.next++];
  return method === 'GET' || method === 'HEAD' ? shelf.entries.at(-1) : undefined;
}

function answerOf({ response, fault }: CassetteEntry): WireResponse {
  if (!response) throw new TransportFault(fault ?? 'reset', `recorded fault: ${fault}`);
  return { status: response.status, headers: response.headers ?? {}, body: bytesOf(response.body) };
}
