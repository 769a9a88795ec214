import type { Exchange } from '../exchange.js';
import type { Hit, Level, Trap } from './trap.js';

interface NetworkCause {
  readonly codes: RegExp;
  readonly level: Level;
  cause(at: Exchange): string;
  readonly fact: string;
}

const UNKNOWN_RESULT = 'It is not known whether the platform carried the request out. Look before you send it again.';

/** The address that the words of the program name, such as that of a proxy, or else the host of the request. */
function refusingAddress({ url, entry: { message = '' } }: Exchange): string {
  const [, named] = /(?<![\w.])((?:\d{1,3}\.){3}\d{1,3}:\d{1,5})(?![\w.])/.exec(message) ?? [];
  if (named === undefined) return url.host;
  return /proxy/i.test(message) ? `${named}, which is the proxy of the program` : `${named} (for ${url.host})`;
}

/** Why a request has no response, by the error code that the program or the browser reported. */
const CAUSES: readonly NetworkCause[] = [
  {
    codes: /NAME_NOT_RESOLVED|ENOTFOUND|EAI_AGAIN|RESOLUTION/,
    level: 'likely',
    cause: ({ url }) => `the name of the host ${url.host} does not resolve (DNS)`,
    fact: 'Compare the host with that of your space. The request did not leave the network of the program.',
  },
  {
    codes: /CERT|LEAF_SIGNATURE|SELF_SIGNED|SSL|TLS/,
    level: 'likely',
    cause: ({ url }) => `the program does not trust the certificate that it received for ${url.host}`,
    fact: 'A proxy in the network of the program may have replaced it. Add its certificate to those that the program trusts.',
  },
  {
    codes: /^CANCELLED$/,
    level: 'likely',
    cause: () => 'the program cancelled the request before a response',
    fact: UNKNOWN_RESULT,
  },
  {
    codes: /^(?:NET_)?ERR_FAILED$|CORS|BLOCKED_BY_ORB/,
    level: 'possible',
    cause: ({ entry: { code } }) =>
      `the browser ${code === 'CORS' ? '' : 'may have '}blocked the request (CORS): it asks with OPTIONS first, and needs permission`,
    fact: 'Send requests with your token from a server. A page in a browser shows the token to everyone.',
  },
  {
    codes: /TIMED_?OUT|TIMEOUT/,
    level: 'likely',
    cause: () => 'there was no response in time (timeout)',
    fact: UNKNOWN_RESULT,
  },
  {
    codes: /RESET|SOCKET|EPIPE|CLOSED|HANG_UP/,
    level: 'certain',
    cause: () => 'the connection was reset before a response',
    fact: UNKNOWN_RESULT,
  },
  {
    codes: /REFUSED|UNREACH/,
    level: 'certain',
    cause: (at) => `nothing accepted the connection at ${refusingAddress(at)}`,
    fact: 'The request was not sent.',
  },
];

export const noResponse: Trap = {
  name: 'no-response',
  summary: 'The network, the name of the host, a certificate or the browser stopped the request.',
  examples: [
    'POST https://acme.example.com/api/relay/rest/queues net::ERR_NAME_NOT_RESOLVED',
    'POST https://acme.example.com/api/relay/rest/queues failed: ECONNRESET',
    '{"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"https://acme.example.com/api/relay/rest/queues"},"response":{"status":0,"_error":"CORS request did not succeed"}}]}}',
  ],
  lookAlikes: [
    'POST /api/relay/rest/queues -> 503',
    'GET /api/relay/rest/queues -> 200 {"data":[]}',
    '{"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"https://acme.example.com/api/relay/rest/queues"},"response":{"status":0}}]}}',
  ],
  find: ({ exchanges }) =>
    exchanges.flatMap((at): Hit[] => {
      const { fault, code, message } = at.entry;
      if (at.status !== 0 || !fault || at.entry.unanswered) return [];
      // With unknown words of a program, the fault is only a guess of the import.
      const kind = code ?? (message === undefined ? fault.toUpperCase() : '');
      const known = CAUSES.find(({ codes }) => codes.test(kind));
      if (!known) return [];
      const level = code === 'CORS' ? 'likely' : known.level;
      return [{ at, level, cause: known.cause(at), facts: [known.fact] }];
    }),
};
