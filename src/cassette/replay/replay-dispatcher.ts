import { Dispatcher, errors } from 'undici';
import { cutterOf, type SecretCutter } from '../../redact/index.js';
import type { CassetteEntry } from '../format/schema.js';
import { type Cursor, cursorIn } from '../match/cursor.js';
import { requestedOf } from '../match/dispatch-request.js';
import { bodyAtHand, type ReadBody, readBody } from '../match/request-body.js';
import type { RequestIndex } from '../match/request-index.js';
import { listenerOf } from '../match/response-listener.js';
import { Playback } from './playback.js';
import { recordedError } from './recorded-error.js';
import { answerBytes, checkLatency, PATIENCE_MS, waitMsOf } from './recorded-response.js';
import { type ReplayOptions, redactRequested } from './replayer.js';

/** A dispatcher that answers from a recording. It opens no sockets: an unrecorded request is a miss. */
export class ReplayDispatcher extends Dispatcher {
  readonly #index: RequestIndex;
  readonly #options: ReplayOptions;
  readonly #cursor: Cursor;
  readonly #secrets: SecretCutter | undefined;
  #closed = false;

  constructor(index: RequestIndex, options: ReplayOptions) {
    super();
    checkLatency(options.latency ?? 'off');
    this.#index = index;
    this.#options = options;
    this.#secrets = options.secrets && cutterOf(options.secrets);
    this.#cursor = cursorIn(index, options.order ?? 'any');
  }

  unused(): readonly CassetteEntry[] {
    return this.#cursor.unused();
  }

  fork(): ReplayDispatcher {
    return new ReplayDispatcher(this.#index, this.#options);
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const playback = new Playback(listenerOf(handler));
    const read = bodyAtHand(options.body);
    // Never answers inside the call, because callers rely on an asynchronous answer.
    if (read) queueMicrotask(() => this.#answer(options, read, playback));
    else
      readBody(options.body).then(
        (body) => this.#answer(options, body, playback),
        (error) => playback.fail(error),
      );
    return true;
  }

  #answer(options: Dispatcher.DispatchOptions, { body, type }: ReadBody, playback: Playback): void {
    playback.start();
    if (playback.aborted) return;
    try {
      if (this.#closed) throw new errors.ClientClosedError();
      const { latency = 'off' } = this.#options;
      const head = requestedOf(options);
      const requested = { method: head.method, url: head.url, body, type: head.type ?? type };
      const entry = this.#cursor.take(this.#secrets ? redactRequested(requested, this.#secrets.text) : requested);
      play(entry, options, waitMsOf(entry, latency), playback);
    } catch (error) {
      playback.fail(error as Error);
    }
  }

  // Like every dispatcher, supports a callback or a promise.
  override close(callback?: () => void): Promise<void> {
    this.#closed = true;
    return settled(callback);
  }

  override destroy(first?: unknown, second?: () => void): Promise<void> {
    this.#closed = true;
    return settled(typeof first === 'function' ? (first as () => void) : second);
  }
}

function settled(callback: (() => void) | undefined): Promise<void> {
  if (callback) queueMicrotask(callback);
  return Promise.resolve();
}

const HEADERS_TIMEOUT_MS = 300_000;

function play(entry: CassetteEntry, options: Dispatcher.DispatchOptions, waitMs: number, playback: Playback): void {
  const { response, fault } = entry;
  const error = fault || !response ? errorOf(entry) : undefined;
  const errorMs = fault === 'aborted' ? PATIENCE_MS : 0;
  const patienceMs = options.headersTimeout ?? HEADERS_TIMEOUT_MS;
  if (patienceMs > 0 && waitMs > patienceMs) playback.fail(new errors.HeadersTimeoutError(), patienceMs);
  else if (response) {
    const { status, reason: message, headers = {}, body, trailers } = response;
    const chunks = chunksOf(options.method === 'HEAD' ? Buffer.alloc(0) : answerBytes(body));
    playback.play({ status, message, headers, chunks, trailers, error, errorMs }, waitMs);
  } else playback.fail(error as Error, waitMs + errorMs);
}

/** The chunk size of sockets, so that a slow reader can pause a response. */
const CHUNK = 64 * 1024;

function chunksOf(bytes: Buffer): Buffer[] {
  if (bytes.length === 0) return [];
  if (bytes.length <= CHUNK) return [bytes];
  return Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, i) => bytes.subarray(i * CHUNK, (i + 1) * CHUNK));
}

type Errors = Partial<Record<string, new (message: string, code?: string) => Error>>;

/** The recorded error as an instance of undici's class, if there is one, because callers use `instanceof`. */
function errorOf(entry: CassetteEntry): Error {
  const error = recordedError(entry);
  const { name, message, code } = error;
  const Own = (errors as unknown as Errors)[name === 'AbortError' ? 'RequestAbortedError' : name];
  return Own ? new Own(message, code?.startsWith('HPE_') ? code.slice('HPE_'.length) : undefined) : error;
}
