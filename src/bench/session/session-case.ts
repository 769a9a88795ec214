import type { CassetteDocument, CassetteEntry } from '../../cassette/index.js';
import { operationOf } from '../../client/index.js';
import type { Exchange, SessionLog } from './session-log.js';

/** The requests of a session as a recording, without those that the session no longer has in full. */
export interface SessionCase {
  readonly documents: readonly CassetteDocument[];
  /** Returns the number of a request in the recording, or undefined if the session no longer has it in full. */
  numberOf(exchange: Exchange): number | undefined;
}

/** Loads the file format of recordings on demand, because it loads slowly. */
export async function sessionCase({ events }: Pick<SessionLog, 'events'>): Promise<SessionCase> {
  const kept = await import('../../cassette/index.js');
  const numbers = new Map<Exchange, number>();
  const documents: CassetteDocument[] = [];
  for (const event of events) {
    if (event.kind !== 'webhook' && (event.kind !== 'http' || event.isLookup)) continue;
    const entry = entryOf(event.exchange, kept);
    if (!entry) continue;
    const { op, ...rest } = entry;
    documents.push(event.kind === 'http' ? entry : { ...rest, kind: 'webhook', event: event.purpose });
    numbers.set(event.exchange, documents.length);
  }
  return { documents, numberOf: (exchange) => numbers.get(exchange) };
}

type Kept = Pick<typeof import('../../cassette/index.js'), 'keptRequest' | 'keptResponse'>;

function entryOf(
  { method, url, status, fault, raw }: Exchange,
  { keptRequest, keptResponse }: Kept,
): CassetteEntry | undefined {
  if (!raw || !URL.canParse(url)) return undefined;
  const { headers, body } = raw.request;
  const op = operationOf({ method, url, headers: {}, body });
  return {
    kind: 'http',
    ...(op !== undefined && { op }),
    request: keptRequest({ method, url, body: body === '' ? undefined : body, type: headers['content-type'] }),
    ...(raw.response && status !== undefined
      ? { response: keptResponse({ status, headers: raw.response.headers, body: Buffer.from(raw.response.body) }) }
      : { fault: FAULTS.find((one) => one === fault) ?? 'reset' }),
  };
}

const FAULTS = ['refused', 'reset', 'timeout', 'aborted', 'too_large'] as const;
