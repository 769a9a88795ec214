import { matchRoute } from '../../client/index.js';
import { type Transport, TransportFault, type WireRequest } from '../../http/index.js';
import type { SecretCutter } from '../../redact/index.js';
import { fieldsOf } from '../session/raw-exchange.js';
import { callText } from './call-summary.js';

/** Asks the user a yes-or-no question. Rejects without an interactive user. */
export type Ask = (question: string) => Promise<boolean>;

/** Asks before a request that buys, deletes, dials or sends. Retries of a confirmed one are not asked about. */
export function askFirst(transport: Transport, ask: Ask, secrets: Pick<SecretCutter, 'text'>): Transport {
  const confirmed = new WeakSet<WireRequest>();
  return {
    ...transport,
    async send(request, context) {
      const call = confirmed.has(request) ? undefined : callToConfirm(request);
      if (call !== undefined && !(await ask(secrets.text(`Send ${call} to ${new URL(request.url).host}?`))))
        throw new TransportFault('not_allowed', 'you did not confirm it');
      confirmed.add(request);
      return transport.send(request, context);
    },
  };
}

/** Returns the call to confirm, if any. An unknown operation needs confirmation unless it is a GET. */
function callToConfirm(request: WireRequest): string | undefined {
  const { method, url, body } = request;
  const { pathname } = new URL(url);
  const match = matchRoute(method, pathname, fieldsOf(body));
  if (match) return match.row.spends ? callText(match, request) : undefined;
  return method === 'GET' ? undefined : `${method} ${pathname}`;
}
