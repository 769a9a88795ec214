import { bytesOf, textOf } from '../format/body.js';
import type { RecordedBody } from '../format/schema.js';

/** JSON bodies as text, from their first replay on: a lesson is replayed by many, and spelling one takes most of a replay. */
const spelled = new WeakMap<RecordedBody, string>();

/** The bytes of a recorded answer; the caller may do with them what it likes. */
export function answerBytes(body: RecordedBody | undefined): Buffer {
  if (body === undefined || !('json' in body)) return bytesOf(body);
  let text = spelled.get(body);
  if (text === undefined) spelled.set(body, (text = textOf(body)));
  return Buffer.from(text);
}
