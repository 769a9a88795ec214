import type { Seen } from '../../assist/index.js';
import { matchRoute } from '../../client/index.js';
import type { WireRequest, WireResponse } from '../../http/index.js';
import { fieldsOf } from '../session/request-fields.js';

/** A longer response is not parsed for ids. */
const LONGEST = 512 * 1024;

/** Stores the ids and names in a response of the platform, so that completion can suggest them. */
export function learn(seen: Seen, { method, url, body }: WireRequest, response: WireResponse): void {
  if (response.status > 299 || response.body.length > LONGEST) return;
  const match = matchRoute(method, new URL(url).pathname, fieldsOf(body));
  if (!match) return;
  try {
    seen.learn(match.row, JSON.parse(Buffer.from(response.body).toString()));
  } catch {
    // A response that is not JSON contains no ids.
  }
}
