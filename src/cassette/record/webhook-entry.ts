import type { Transport, TransportFault, WireRequest, WireResponse } from '../../http/index.js';
import type { Cassette } from '../format/open.js';
import type { CassetteEntry, WebhookEntry } from '../format/schema.js';
import { replayer } from '../replay/replayer.js';
import { decoded } from './decode.js';
import { keptResponse } from './recorded-headers.js';
import { endingOf, entryOf } from './recorder.js';

/** A request that the platform made to a server of the user, and how it ended. */
export interface PlatformRequest {
  readonly event: string;
  readonly request: WireRequest;
  readonly response?: WireResponse;
  readonly fault?: TransportFault;
  readonly ms: number;
}

/** Returns the entry of a request that the platform made, or undefined if nothing was sent. */
export function webhookEntry({ event, request, response, fault, ms }: PlatformRequest): WebhookEntry | undefined {
  const ending = response
    ? { response: keptResponse({ status: response.status, ...decoded(response.headers, response.body) }) }
    : endingOf(fault);
  if (!ending) return undefined;
  const { kind: _, op: __, ...rest } = entryOf(request, undefined, ending, ms);
  return { kind: 'webhook', event, ...rest };
}

/** Answers the requests of the platform as the servers did. Returns undefined if the recording has none. */
export function webhookReplayer({ documents }: Pick<Cassette, 'documents'>): Transport | undefined {
  const entries = documents.flatMap((document): CassetteEntry[] => {
    if (document.kind !== 'webhook') return [];
    const { event: _, ...rest } = document;
    return [{ ...rest, kind: 'http' }];
  });
  return entries.length === 0 ? undefined : replayer({ entries });
}
