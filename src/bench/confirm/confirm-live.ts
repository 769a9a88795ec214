import { inspect } from 'node:util';
import { argumentNames, type Match, matchRoute } from '../../client/index.js';
import { type Transport, TransportFault, type WireRequest } from '../../http/index.js';
import type { SecretCutter } from '../../redact/index.js';
import { clean } from '../../show/index.js';
import { fieldsOf } from '../session/raw-exchange.js';

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

/** Truncated at this length, so that the user can read the question. */
const MAX_LENGTH = 300;

/** Returns a request as the call that sends it, such as `queues.delete('id')`. */
function callText({ operation, row, words }: Match, { url, body }: WireRequest): string {
  const sent = fieldsOf(body);
  const fields: Record<string, unknown> = {
    ...Object.fromEntries(new URL(url).searchParams),
    ...(row.params ? (sent.params as object) : sent),
  };
  for (const name of Object.keys(row.fixed ?? {})) delete fields[name];
  const positional = argumentNames(row).map((word) => {
    const name = row.wire?.[word] ?? word;
    delete fields[name];
    return words[word] ?? sent[name];
  });
  const args = [...positional, ...(Object.keys(fields).length > 0 ? [fields] : [])].map((one) =>
    clean(inspect(one, { depth: 2, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 80, maxArrayLength: 5 })),
  );
  const call = `${operation}(${args.join(', ')})`;
  return call.length > MAX_LENGTH ? `${call.slice(0, MAX_LENGTH)}…` : call;
}
