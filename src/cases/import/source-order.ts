import { groupBy, isPlain, jsonOf } from '../../util/index.js';
import type { FoundRequest } from './found-request.js';

interface Source {
  readonly name: string;
  readonly text: string;
}

const BY_NAME = new Intl.Collator('en', { numeric: true });

/** The files of a case in the order of their names, because the order in which a user lists them has no meaning. */
export const inSourceOrder = <T extends Source>(sources: readonly T[]): T[] =>
  [...sources].sort((one, other) => BY_NAME.compare(one.name, other.name) || (one.text < other.text ? -1 : 1));

/**
 * The requests of several files by their times. A request without a time stays behind the one before it in its file. A
 * file without any time, such as a command in a message, comes first: it is what the customer did, and the logs are what
 * followed. If it uses an id that a request with a time created, it comes after that request.
 */
export function inTimeOrder(found: readonly FoundRequest[], fileOf: (request: FoundRequest) => string): FoundRequest[] {
  const created = timesOfIds(found);
  const timed = [...groupBy(found, fileOf).values()].flatMap((requests) => {
    const first = requests.find(({ startedMs }) => startedMs !== undefined)?.startedMs;
    let lastMs = first ?? lastCreated(requests, created);
    return requests.map((request) => {
      lastMs = request.startedMs ?? lastMs;
      return { request, ms: lastMs, isTimed: first !== undefined };
    });
  });
  return timed
    .sort((one, other) => (one.ms === other.ms ? Number(other.isTimed) - Number(one.isTimed) : one.ms - other.ms))
    .map(({ request }) => request);
}

/** When the requests with a time created their resources, by the ids of these. */
function timesOfIds(found: readonly FoundRequest[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { method, startedMs, response } of found) {
    if (method !== 'POST' || startedMs === undefined || !response || Math.floor(response.status / 100) !== 2) continue;
    const value = jsonOf(Buffer.from(response.body).toString('utf8'));
    if (!isPlain(value)) continue;
    for (const id of [value.id, value.sid]) if (typeof id === 'string') times.set(id, startedMs);
  }
  return times;
}

/** When the last of the ids was created that the requests have in their addresses and bodies. */
function lastCreated(requests: readonly FoundRequest[], created: ReadonlyMap<string, number>): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const { url, body } of created.size > 0 ? requests : [])
    for (const [word] of `${url} ${body ? Buffer.from(body).toString('utf8') : ''}`.matchAll(/[\w-]{8,}/g))
      last = Math.max(last, created.get(word) ?? last);
  return last;
}
