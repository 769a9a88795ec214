import type { WireRequest } from '../../http/index.js';
import { matchRoute } from './match-route.js';

/** Returns the operation of a request, as it would be typed. Recordings use it as the label of a request. */
export function operationOf({ method, url, body }: WireRequest): string | undefined {
  let fields: unknown = {};
  try {
    if (typeof body === 'string') fields = JSON.parse(body);
  } catch {
    // A body that is not JSON has no fixed fields to match.
  }
  const path = new URL(url).pathname;
  return matchRoute(
    method,
    path,
    typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {},
  )?.operation;
}
