import { type SessionEvent, sessionCase } from '../../bench/index.js';

const MAX_CODE = 50_000;

/** A request as a TypeScript call. Null for a request that is not one of an operation, and for very long code. */
export async function typedCall(event: SessionEvent & { readonly kind: 'http' | 'webhook' }): Promise<string | null> {
  const { documents, numberOf } = await sessionCase({ events: [event] });
  const number = numberOf(event.exchange);
  // The support desk loads slowly, and the list of requests does not need it.
  const { typedCalls } = await import('../../cases/index.js');
  const [code] = number === undefined ? [] : typedCalls(documents);
  return code !== undefined && code.length <= MAX_CODE ? `await ${code};` : null;
}
