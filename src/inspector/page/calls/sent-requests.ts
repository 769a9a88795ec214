import type { CallRequest } from '../../contract.js';
import type { CallEvent } from './call-events.js';

/** The request of the log for each line of a timeline. A line is left out if the log does not have exactly its requests. */
export function sentRequests(
  events: readonly CallEvent[],
  logged: readonly CallRequest[],
): ReadonlyMap<CallEvent, number> {
  const found = new Map<CallEvent, number>();
  const keys = new Map<string, CallEvent[]>();
  for (const event of events) {
    const key = keyOf(event);
    if (key !== undefined) keys.set(key, [...(keys.get(key) ?? []), event]);
  }
  for (const [key, lines] of keys) {
    const ids = logged.filter(({ method, url }) => `${method} ${url}` === key).map(({ id }) => id);
    const counts = lines.map(attemptsOf);
    if (counts.reduce((sum, count) => sum + count, 0) !== ids.length) continue;
    let sent = 0;
    for (const [index, line] of lines.entries()) {
      sent += counts[index] ?? 0;
      // The outcome of a line is that of its last attempt.
      const id = counts[index] === 0 ? undefined : ids[sent - 1];
      if (id !== undefined) found.set(line, id);
    }
  }
  return found;
}

function keyOf({ exchange, callback }: CallEvent): string | undefined {
  const request = exchange ?? callback;
  return request && `${request.method} ${request.url}`;
}

/** How often the request was sent. */
function attemptsOf({ exchange, callback }: CallEvent): number {
  if (exchange) return exchange.status !== null || (exchange.problem !== null && !exchange.isOffline) ? 1 : 0;
  const outcome = callback?.outcome ?? 'kept';
  return typeof outcome === 'string' ? 0 : (outcome.attempts ?? 1);
}
