import type { CassetteEntry } from '../../cassette/index.js';
import type { Transport, WireResponse } from '../../http/index.js';
import type { Sandbox } from '../../sandbox/index.js';
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
  /** Rejects with a `TransportFault` if there is no response. */
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
