import type { CassetteEntry, ReplayMiss } from '../cassette/index.js';
import { TransportFault } from '../http/index.js';
import { CUT } from '../redact/index.js';

/** How many recorded requests or hosts an error lists. */
const MAX_LISTED = 5;

/** Creates the error for a request that is not recorded. It lists recorded requests and suggests --live. */
export function serviceMiss(misses: readonly ReplayMiss[], entries: readonly CassetteEntry[]): TransportFault {
  const [first] = misses as [ReplayMiss];
  const { host } = new URL(first.requested.url);
  const here = entries.filter(({ request }) => new URL(request.url).host === host);
  // Prefer the miss of a recording of this service, because it knows where the secrets of a request are.
  const miss = misses.find(({ nearest, isUsedUp }) => isUsedUp || (nearest && here.includes(nearest))) ?? first;
  const what = `${miss.requested.method} ${readable(miss.requested.url)} is not recorded`;
  return new TransportFault(
    'miss',
    `${what}. ${recordedInstead(miss, here, entries)}. To call the service, use --live`,
  );
}

function recordedInstead(
  { differences, nearest, isUsedUp }: ReplayMiss,
  here: readonly CassetteEntry[],
  entries: readonly CassetteEntry[],
) {
  if (here.length === 0)
    return `Recorded services: ${listOf(entries.map(({ request }) => new URL(request.url).host)) || 'none'}`;
  if (isUsedUp) return 'All recorded responses were used';
  const isOtherBody = nearest && differences.every((difference) => difference.startsWith('body'));
  if (isOtherBody) return `The recording differs in ${differences.slice(0, MAX_LISTED).join('; ')}`;
  return `Recorded for this service: ${listOf(here.map(({ request }) => `${request.method} ${readable(request.url)}`))}`;
}

function listOf(all: readonly string[]): string {
  const each = [...new Set(all)];
  const rest = each.length > MAX_LISTED ? ` and ${each.length - MAX_LISTED} more` : '';
  return `${each.slice(0, MAX_LISTED).join(', ')}${rest}`;
}

export function readable(address: string): string {
  const { origin, pathname, search } = new URL(address);
  return `${origin}${pathname}${search}`.replaceAll(encodeURIComponent(CUT), CUT);
}
