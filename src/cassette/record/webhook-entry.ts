import type { Transport, TransportFault, WireRequest, WireResponse } from '../../http/index.js';
import type { Cassette } from '../format/open.js';
import type { CassetteEntry, WebhookEntry } from '../format/schema.js';
import { replayer } from '../replay/replayer.js';
import { exchangeEntry } from './recorder.js';

/** A request that the platform made to a server of the user, and how it ended. */
export interface PlatformRequest {
  readonly event: string;
  readonly request: WireRequest;
  readonly response?: WireResponse | undefined;
  readonly fault?: TransportFault | undefined;
  readonly ms: number;
}

/** Returns the entry of a request that the platform made, or undefined if nothing was sent. */
export function webhookEntry({ event, ms, ...exchange }: PlatformRequest): WebhookEntry | undefined {
  const entry = exchangeEntry(exchange, { ms });
  if (!entry) return undefined;
  const { kind: _, ...rest } = entry;
  return { kind: 'webhook', event, ...rest };
}

/** Answers the requests of the platform as the servers did. Returns undefined if the recording has none. */
export function webhookReplayer({
  documents,
}: Pick<Cassette, 'documents'>): (Transport & { readonly isRecording: true }) | undefined {
  const entries = documents.flatMap((document): CassetteEntry[] => {
    if (document.kind !== 'webhook') return [];
    const { event: _, ...rest } = document;
    return [{ ...rest, kind: 'http' }];
  });
  return entries.length === 0 ? undefined : { ...replayer({ entries }), isRecording: true };
}
