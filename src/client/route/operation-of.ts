import type { WireRequest } from '../../http/index.js';
import { matchRoute } from './match-route.js';

/** The operation that a request is, as it would be typed: the label of a recorded exchange. */
export function operationOf({ method, url, body }: WireRequest): string | undefined {
  let fields: unknown = {};
  try {
    if (typeof body === 'string') fields = JSON.parse(body);
  } catch {
    // A body that is not JSON has no fixed fields to tell by.
  }
  const path = new URL(url).pathname;
  return matchRoute(
    method,
    path,
    typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {},
  )?.operation;
}
