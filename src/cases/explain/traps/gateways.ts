import { textOf } from '../../../cassette/index.js';
import { readErrorBody } from '../../../client/index.js';
import { isForPlatform } from '../exchange.js';
import type { Hit, Trap } from './trap.js';

/** The servers that write their name into their own error pages. */
const NAMED = /\b(?:nginx|envoy|haproxy|cloudflare|cloudfront|varnish|traefik|heroku|awselb|upstream|openresty)\b/i;

/** A router, a proxy or a load balancer answers with these statuses in its own name, without a server behind it. */
const STATUSES: readonly number[] = [502, 503, 504];

/** The platform answers with JSON that has the error. Another server between it and the program does not. */
export const gatewayError: Trap = {
  name: 'gateway-error',
  summary: 'A proxy or a gateway may have answered 502, 503 or 504: the response has no error of the platform.',
  examples: ['GET /api/relay/rest/queues -> 503', 'POST /api/relay/rest/queues {"name":"a"} -> 504'],
  lookAlikes: [
    'GET /api/relay/rest/queues -> 503 {"error":"Service Unavailable"}',
    'GET /api/relay/rest/queues -> 500',
    'POST /api/relay/rest/queues {"name":"502"} -> 201',
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      if (!STATUSES.includes(at.status) || !isForPlatform(at)) return [];
      if (readErrorBody(at.answer).errors.length > 0) return [];
      const server = NAMED.exec(textOf(at.entry.response?.body))?.[0];
      return [
        {
          at,
          level: server === undefined ? 'possible' : 'likely',
          cause:
            server === undefined
              ? 'a proxy or a gateway between the program and the platform may have answered: the response has no error of the platform'
              : `a proxy or a gateway between the program and the platform answered: its page names ${server}`,
          facts: [
            'The platform may not have received the request, or its answer came too late. Look at the log of the gateway.',
          ],
        },
      ];
    }),
};
