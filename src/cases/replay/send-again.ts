import { type Cassette, type CassetteDocument, type CassetteEntry, exchangeNumbers } from '../../cassette/index.js';
import type { Transport, WireResponse } from '../../http/index.js';
import { CUT } from '../../redact/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { operationIn } from '../operation-in.js';
import type { Substitution } from './substitute.js';

/** Where the requests go, with the credentials that they need. */
export interface ReplayTarget {
  readonly transport: Transport;
  readonly base: string;
  readonly project: string;
  readonly token: string;
}

export const targetOf = ({ transport, credentials }: Pick<Sandbox, 'transport' | 'credentials'>): ReplayTarget => ({
  transport,
  base: `https://${credentials.host}`,
  project: credentials.project,
  token: credentials.token,
});

export interface SentAgain {
  readonly method: string;
  /** The recorded URL with the new values. */
  readonly url: URL;
  readonly body: Uint8Array | undefined;
  /** Rejects with a `TransportFault` without a response. */
  send(): Promise<WireResponse>;
}

/** Prepares a recorded request for a target: with its account, and with the ids that it returned. */
export function sendAgain(
  index: number,
  entry: CassetteEntry,
  { to, substitution }: { readonly to: ReplayTarget; readonly substitution: Substitution },
): SentAgain {
  const { method, type } = entry.request;
  const { url, body } = substitution.request(index, entry, to.project);
  const authorization = `Basic ${Buffer.from(`${to.project}:${to.token}`).toString('base64')}`;
  const headers = { authorization, ...(body && { 'content-type': type ?? 'application/json' }) };
  const request = { method, url: to.base + url.pathname + url.search, headers, ...(body && { body }) };
  return { method, url, body, send: () => to.transport.send(request, {}) };
}

export const isExchange = (document: CassetteDocument): document is CassetteEntry => document.kind === 'http';

/**
 * Finds the requests to the platform. The others are those of skills to other services, which the platform must not
 * receive. A path that no operation has counts if its host is that of the platform.
 */
export function platformRequests(
  entries: readonly CassetteEntry[],
  operationOf: (entry: CassetteEntry) => string | undefined = operationIn,
): (entry: CassetteEntry) => boolean {
  const isKnown = (entry: CassetteEntry) => entry.op !== undefined || operationOf(entry) !== undefined;
  const hosts = new Set(entries.filter(isKnown).map(({ request }) => new URL(request.url).host));
  return (entry) => {
    if (isKnown(entry)) return true;
    const { host, pathname } = new URL(entry.request.url);
    return pathname.includes('/api/') && (hosts.size === 0 || hosts.has(host));
  };
}

/** What a server of the user received in place of redacted values. */
export function sentNotes({ header, documents }: Pick<Cassette, 'header' | 'documents'>): string[] {
  const numbers = exchangeNumbers(documents);
  const redacted = documents.flatMap((document, index) =>
    isExchange(document) && SPELLINGS.some((one) => JSON.stringify(document.request).includes(one))
      ? [numbers[index]]
      : [],
  );
  return [
    ...(header.redaction.includes('replaced')
      ? [`sent with the replacements of the recording: ${header.redaction}`]
      : []),
    ...(redacted.length > 0 ? [`sent with ${CUT} in place of redacted values: request ${redacted.join(', ')}`] : []),
  ];
}

const SPELLINGS = [CUT, encodeURIComponent(CUT)];
