import { matchRoute } from '../../client/index.js';
import { type Transport, TransportFault, type WireRequest } from '../../http/index.js';
import type { SecretCutter } from '../../redact/index.js';
import { fieldsOf } from '../session/request-fields.js';
import { spokenCall } from './call-summary.js';

/** Puts a question to the user. Rejects where nobody can answer. */
export type Ask = (question: string) => Promise<boolean>;

/**
 * Asks before a request that buys, deletes, dials or sends; a no is an error, and nothing is sent. A yes holds for every
 * attempt at that request.
 */
export function askFirst(transport: Transport, ask: Ask, secrets: Pick<SecretCutter, 'text'>): Transport {
  const allowed = new WeakSet<WireRequest>();
  return {
    ...transport,
    async send(request) {
      const asked = allowed.has(request) ? undefined : spending(request);
      if (asked !== undefined && !(await ask(secrets.text(`Send ${asked} to ${new URL(request.url).host}?`))))
        throw new TransportFault('not_allowed', 'it was not sent, because the answer was no');
      allowed.add(request);
      return transport.send(request);
    },
  };
}

/** The call, when it is one that asks. A request that no row knows is asked about when it may change something. */
function spending(request: WireRequest): string | undefined {
  const { method, url, body } = request;
  const { pathname } = new URL(url);
  const match = matchRoute(method, pathname, fieldsOf(body));
  if (match) return match.row.spends ? spokenCall(match, request) : undefined;
  return method === 'GET' ? undefined : `${method} ${pathname}`;
}
