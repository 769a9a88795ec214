import { matchRoute } from '../client/index.js';
import { type Transport, TransportFault, type WireRequest } from '../http/index.js';
import { fieldsOf } from './request-fields.js';

/** Puts a question to the user. Rejects where nobody can answer. */
export type Ask = (question: string) => Promise<boolean>;

/** Asks before a request that buys, deletes, dials or sends; a no is an error, and nothing is sent. */
export function askFirst(transport: Transport, ask: Ask, space: string): Transport {
  return {
    ...transport,
    async send(request) {
      const operation = spending(request);
      if (operation === undefined || (await ask(`${operation} acts on ${space}: send it?`)))
        return transport.send(request);
      throw new TransportFault('not_allowed', `${operation} was not sent: the answer was no`);
    },
  };
}

/** The operation, when it is one that asks. A request that no row knows is asked about when it may change something. */
function spending({ method, url, body }: WireRequest): string | undefined {
  const { pathname } = new URL(url);
  const match = matchRoute(method, pathname, fieldsOf(body));
  if (match) return match.row.spends ? match.operation : undefined;
  return method === 'GET' ? undefined : `${method} ${pathname}`;
}
