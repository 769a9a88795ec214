import { bytesOf, textOf } from '../format/body.js';
import type { RecordedBody } from '../format/schema.js';

/** Caches JSON bodies as text, because a recording may be replayed often and serializing takes most of a replay. */
const spelled = new WeakMap<RecordedBody, string>();

/** The bytes of a recorded response. The caller may change them. */
export function answerBytes(body: RecordedBody | undefined): Buffer {
  if (body === undefined || !('json' in body)) return bytesOf(body);
  let text = spelled.get(body);
  if (text === undefined) spelled.set(body, (text = textOf(body)));
  return Buffer.from(text);
}
