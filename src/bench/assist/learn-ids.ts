import type { Seen } from '../../assist/index.js';
import { matchRoute } from '../../client/index.js';
import type { WireRequest, WireResponse } from '../../http/index.js';
import { fieldsOf } from '../session/request-fields.js';

/** An answer longer than this is read by nobody before it is asked for. */
const LONGEST = 512 * 1024;

/** Lets completion know what an answer of the platform names. */
export function learn(seen: Seen, { method, url, body }: WireRequest, response: WireResponse): void {
  if (response.status > 299 || response.body.length > LONGEST) return;
  const match = matchRoute(method, new URL(url).pathname, fieldsOf(body));
  if (!match) return;
  try {
    seen.learn(match.row, JSON.parse(Buffer.from(response.body).toString()));
  } catch {
    // What is no JSON names nothing.
  }
}
