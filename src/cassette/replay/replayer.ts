import { faultBecause, type Transport, TransportFault, type WireRequest, type WireResponse } from '../../http/index.js';
import { cutterOf, type Secrets } from '../../redact/index.js';
import { plain } from '../format/cassette-error.js';
import type { Cassette } from '../format/open.js';
import type { CassetteEntry } from '../format/schema.js';
import { type Cursor, cursorIn, type Order } from '../match/cursor.js';
import { indexRecording, type MatchOptions, type RequestIndex } from '../match/request-index.js';
import { recordedError } from './recorded-error.js';
import { answerBytes, checkLatency, type Latency, PATIENCE_MS, waitMsOf } from './recorded-response.js';

export interface ReplayOptions extends MatchOptions {
  readonly order?: Order;
  /** `off` (default) answers at once, `real` after the recorded time. A number scales the recorded time. */
  readonly latency?: Latency;
  /** The secrets that were redacted in the recording. With them, a request matches even if it uses a different key. */
  readonly secrets?: Secrets | undefined;
}

export interface Replayer extends Transport {
  unused(): readonly CassetteEntry[];
  /** Returns a replayer that starts again at the beginning of the same cassette, for another session. */
  fork(): Replayer;
}

/** Answers only from a recording, equal requests in the recorded order. Other requests are a miss. */
export const replayer = (cassette: Pick<Cassette, 'entries'>, options: ReplayOptions = {}): Replayer =>
  replaySession(indexRecording(cassette, options), options);

function replaySession(index: RequestIndex, options: ReplayOptions): Replayer {
  const { order = 'any', latency = 'off' } = options;
  const secrets = options.secrets && cutterOf(options.secrets);
  checkLatency(latency);
  const cursor: Cursor = cursorIn(index, order);
  return {
    unused: cursor.unused,
    fork: () => replaySession(index, options),
    async send(request, { redact } = {}) {
      refuseAborted(request);
      const { method, url, headers, body } = request;
      const whole = { method, url, body, type: headers['content-type'] };
      const known = secrets ? redactRequested(whole, secrets.text) : whole;
      const entry = cursor.take(redact ? redactRequested(known, redact) : known);
      const waitMs = waitMsOf(entry, latency) + (entry.fault === 'aborted' ? PATIENCE_MS : 0);
      if (waitMs > 0) await late(waitMs, request);
      if (entry.fault || !entry.response) throw faultOf(entry, request);
      return answerOf(entry.response);
    },
  };
}

type Full = Pick<WireRequest, 'method' | 'url' | 'body'> & { readonly type: string | undefined };

/** Redacts a request in the same way as the recorder. */
export function redactRequested({ method, url, body, type }: Full, cutText: (text: string) => string): Full {
  const cut = body === undefined || typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
  const text = cut === undefined ? undefined : cutText(cut);
  return {
    method,
    url: cutText(url),
    type,
    ...(body !== undefined && { body: text === cut ? body : bytesLike(body, text as string) }),
  };
}

const bytesLike = (body: string | Uint8Array, text: string) =>
  typeof body === 'string' ? text : Buffer.from(text, 'latin1');

function refuseAborted({ signal }: WireRequest): void {
  if (signal?.aborted)
    throw new TransportFault('aborted', 'aborted before it was sent', { cause: signal.reason, sent: false });
}

/** Waits as long as the recorded response took. The caller's signal and timeout apply as with a server. */
async function late(waitMs: number, { signal, timeoutMs = Number.POSITIVE_INFINITY }: WireRequest): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(new TransportFault('aborted', 'aborted', { cause: signal?.reason }));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', aborted);
        if (waitMs <= timeoutMs) resolve();
        else reject(new TransportFault('timeout', `no complete response within ${timeoutMs} ms`));
      },
      Math.min(waitMs, timeoutMs),
    );
    signal?.addEventListener('abort', aborted, { once: true });
  });
}

const answerOf = ({ status, headers, body }: NonNullable<CassetteEntry['response']>): WireResponse => ({
  status,
  headers: { ...headers },
  body: answerBytes(body),
});

function faultOf(entry: CassetteEntry, { timeoutMs }: WireRequest): TransportFault {
  const { fault = 'reset', code } = entry;
  if (code !== undefined) return faultBecause(fault, recordedError(entry));
  const words =
    fault === 'timeout' && timeoutMs !== undefined ? `no complete response within ${timeoutMs} ms` : undefined;
  return new TransportFault(fault, words ?? `recorded fault: ${fault}`);
}

/** Thrown when code ends and the recording has exchanges that it did not use. */
export class UnusedEntries extends Error {
  override readonly name = 'UnusedEntries';
  constructor(readonly entries: readonly CassetteEntry[]) {
    const named = entries.slice(0, 5).map(({ op, request }) => op ?? `${request.method} ${request.url}`);
    const more = entries.length > named.length ? ` and ${entries.length - named.length} more` : '';
    super(plain(`${entries.length} recorded exchanges were not requested: ${named.join(', ')}${more}`));
  }
}

/** Runs code with a replay, and throws if exchanges are left unused. If the code fails, its own error is thrown. */
export async function playThrough<R extends { unused(): readonly CassetteEntry[] }, T>(
  replay: R,
  work: (replay: R) => T | Promise<T>,
): Promise<T> {
  const result = await work(replay);
  const unused = replay.unused();
  if (unused.length > 0) throw new UnusedEntries(unused);
  return result;
}
