import { inspect } from 'node:util';
import { argumentNames, type Match } from '../../client/index.js';
import type { WireRequest } from '../../http/index.js';
import { clean } from '../../show/index.js';
import { fieldsOf } from '../session/raw-exchange.js';

/** Truncated at this length, so that the user can read the question. */
const MAX_LENGTH = 300;

/** Returns a request as the call that sends it, such as `queues.delete('id')`. */
export function callText({ operation, row, words }: Match, { url, body }: WireRequest): string {
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
