import type { CassetteDocument } from '../../cassette/index.js';
import { refusalIn } from '../replay/refusal.js';
import { errorOf, exchangesIn, isDone, textsIn } from './exchange.js';
import { fieldAtFault } from './field-at-fault.js';
import { hitsIn } from './known-causes.js';

/** The cause that `explain` names for one request, without numbers of other exchanges. */
export interface Cause {
  readonly trap: string | undefined;
  readonly text: string;
  /** The fields that the cause, the response or the check of the client names. */
  readonly fields: readonly string[];
}

/** A part of the recording has the same cause. Undefined if nothing is known about the request. */
export function causeAt(documents: readonly CassetteDocument[], index: number): Cause | undefined {
  const exchanges = exchangesIn(documents);
  const exchange = exchanges.find((one) => one.index === index);
  if (!exchange) return undefined;
  const hits = hitsIn(exchanges, documents).filter(({ hit }) => hit.at === exchange);
  const known = new Set<string>();
  for (const one of exchanges) {
    if (one.index >= index) break;
    if (isDone(one)) for (const { text } of textsIn(one.answer)) known.add(text);
  }
  const { call } = exchange;
  const isRefused = exchange.status === 0 || exchange.status >= 400;
  const own = call && isRefused ? fieldAtFault(exchange, call, errorOf(exchange), (id) => known.has(id)) : undefined;
  const { fields } = refusalIn({ status: exchange.status, body: exchange.answer });
  const [first] = hits;
  const text = first ? first.hit.cause.replaceAll(/\b\d{1,6}\b/g, '#') : own?.cause;
  if (text === undefined) return undefined;
  return {
    trap: first?.trap,
    text,
    fields: [...fields, ...hits.map(({ hit }) => hit.field), own?.field].flatMap((one) => one ?? []),
  };
}
