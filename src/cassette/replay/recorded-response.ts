import { timerMs } from '../../util/index.js';
import { bytesOf, textOf } from '../format/body.js';
import type { CassetteEntry, RecordedBody } from '../format/schema.js';

/** The delay of a recorded response: `off` for none, `real` for the recorded one, or a factor. */
export type Latency = 'off' | 'real' | number;

export const waitMsOf = ({ ms = 0 }: CassetteEntry, latency: Latency): number =>
  latency === 'off' ? 0 : latency === 'real' ? ms : timerMs(ms * latency);

/** Throws for an invalid latency. Otherwise a replay would silently answer at once. */
export function checkLatency(latency: Latency): void {
  if (latency === 'off' || latency === 'real' || (Number.isFinite(latency) && Number(latency) >= 0)) return;
  throw new TypeError("latency must be 'off', 'real' or a number from 0 that scales it");
}

/** How long the replay of an aborted request waits for the caller to abort it again. */
export const PATIENCE_MS = 1_000;

/** Caches JSON bodies as text, because a recording may be replayed often and serializing takes most of a replay. */
const spelled = new WeakMap<RecordedBody, string>();

/** The bytes of a recorded response. The caller may change them. */
export function answerBytes(body: RecordedBody | undefined): Buffer {
  if (body === undefined || !('json' in body)) return bytesOf(body);
  let text = spelled.get(body);
  if (text === undefined) spelled.set(body, (text = textOf(body)));
  return Buffer.from(text);
}
