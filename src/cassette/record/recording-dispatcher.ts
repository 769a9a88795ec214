import { Agent, Dispatcher } from 'undici';
import type { WireRequest } from '../../http/index.js';
import { SIZE_LIMITS } from '../../util/index.js';
import { requestedOf } from '../match/dispatch-request.js';
import { bodyAtHand, type ReadBody, readBody } from '../match/request-body.js';
import { type Headers, listenerOf } from '../match/response-listener.js';
import { Playback } from '../replay/playback.js';
import { decoded } from './decode.js';
import { faultOfError } from './fault.js';
import { keptResponse } from './recorded-headers.js';
import { type Ending, entryOf } from './recorder.js';
import { openRecordingFile, type RecordingFile, type RecordingFileOptions } from './writer.js';

export interface RecordingDispatcherOptions extends RecordingFileOptions {
  /** The dispatcher that sends the requests. Default: a new undici `Agent`, which closes with the recording. */
  readonly through?: Dispatcher | undefined;
  readonly label?: ((request: WireRequest) => string | undefined) | undefined;
  readonly now?: (() => number) | undefined;
}

/** A dispatcher that records every attempt before the response reaches the caller. */
export class RecordingDispatcher extends Dispatcher {
  readonly #recordingFile: RecordingFile;
  readonly #ownsFile: boolean;
  readonly #through: Dispatcher;
  readonly #ownThrough: boolean;
  readonly #label: RecordingDispatcherOptions['label'];
  readonly #now: () => number;

  constructor(file: string | RecordingFile, options: RecordingDispatcherOptions) {
    super();
    const { header, secrets, through, label, now } = options;
    this.#ownsFile = !isRecordingFile(file);
    this.#recordingFile = isRecordingFile(file) ? file : openRecordingFile(file, { header, secrets });
    this.#ownThrough = through === undefined;
    this.#through = through ?? new Agent();
    this.#label = label;
    this.#now = now ?? (() => performance.now());
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    // After an upgrade, the data is not HTTP.
    if (options.upgrade || options.method === 'CONNECT') return this.#through.dispatch(options, handler);
    const playback = new Playback(listenerOf(handler));
    const read = bodyAtHand(options.body);
    if (read) this.#send(options, read, playback);
    else
      readBody(options.body).then(
        (body) => this.#send(options, body, playback),
        (error) => playback.fail(error),
      );
    return true;
  }

  #send(options: Dispatcher.DispatchOptions, { body, type }: ReadBody, playback: Playback): void {
    try {
      const requested = requestedOf(options);
      const contentType = requested.type ?? type;
      const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
      const request = { method: requested.method, url: requested.url, headers, ...(body !== undefined && { body }) };
      const begun = this.#now();
      const write = (rest: Ending) =>
        this.#recordingFile.write(entryOf(request, this.#label?.(request), rest, this.#now() - begun));
      const sent = body === undefined ? options : { ...options, body: body as Buffer };
      if (type !== undefined && requested.type === undefined) sent.headers = withType(options.headers, type);
      this.#through.dispatch(sent, new RecordingHandler(playback, write));
    } catch (error) {
      playback.fail(error as Error);
    }
  }

  override close(callback?: () => void): Promise<void> {
    return this.#end(() => this.#through.close(), callback);
  }

  override destroy(first?: unknown, second?: () => void): Promise<void> {
    const error = first instanceof Error ? first : null;
    const callback = typeof first === 'function' ? (first as () => void) : second;
    return this.#end(() => this.#through.destroy(error), callback);
  }

  async #end(stop: () => Promise<void>, callback?: () => void): Promise<void> {
    if (this.#ownThrough) await stop();
    if (this.#ownsFile) this.#recordingFile.close();
    callback?.();
  }
}

const isRecordingFile = (file: string | RecordingFile): file is RecordingFile =>
  typeof file === 'object' && typeof file.write === 'function';

function withType(headers: Dispatcher.DispatchOptions['headers'], type: string): string[] | Record<string, string> {
  if (Array.isArray(headers)) return [...(headers as unknown as string[][]).flat(), 'content-type', type];
  const pairs = headers && Symbol.iterator in headers ? [...headers] : Object.entries(headers ?? {});
  return { ...(Object.fromEntries(pairs) as Record<string, string>), 'content-type': type };
}

// Responses that are endless, slow or too long to hold back. They are passed on as they arrive.
const STREAMS = /^(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl|json-seq))/i;
const HELD = 2 ** 20;
const HELD_MS = 250;
const { max: KEPT } = SIZE_LIMITS.response;

/** Holds a response back until it is recorded, then plays it to the caller. */
class RecordingHandler implements Dispatcher.DispatchHandler {
  #inner: Dispatcher.DispatchController | undefined;
  #head: { status: number; headers: Headers; message: string } = { status: 0, headers: {}, message: '' };
  #chunks: Buffer[] = [];
  #bytes = 0;
  #isStarting = false;
  #isStreaming = false;
  #isWritten = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly playback: Playback,
    private readonly write: (ending: Ending) => void,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#inner = controller;
    this.playback.onAbort = (reason) => controller.abort(reason);
    this.#isStarting = true;
    this.playback.start();
    this.#isStarting = false;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers, message = ''): void {
    if (status < 200) {
      this.playback.inform(status, headers);
      return;
    }
    this.#head = { status, headers, message };
    if (STREAMS.test(String(headers['content-type'] ?? ''))) this.#stream();
    else this.#timer = setTimeout(() => this.#stream(), HELD_MS);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    // The parser reuses its buffer.
    const copy = Buffer.from(chunk);
    if (this.#isStreaming) this.playback.push(copy);
    if (this.#isWritten) return;
    this.#chunks.push(copy);
    this.#bytes += copy.length;
    if (!this.#isStreaming && this.#bytes > HELD) this.#stream();
    if (this.#bytes > KEPT) this.#guard(() => this.#keep({ fault: 'too_large' }));
  }

  onResponseEnd(_: Dispatcher.DispatchController, trailers: Headers): void {
    this.#finish({}, undefined, trailers);
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: Error): void {
    // Aborted before anything was sent: this is not an attempt.
    if (this.#isStarting) return;
    this.#finish(this.playback.aborted ? { fault: 'aborted' } : faultOfError(error), error);
  }

  #finish(ending: Ending | undefined, error?: Error, trailers?: Headers): void {
    clearTimeout(this.#timer);
    this.playback.onAbort = undefined;
    this.#guard(() => {
      if (ending && !this.#isWritten) this.#keep(ending, trailers);
      this.#tell(error, trailers);
    });
  }

  /** Records as much of the response as the caller has received or will receive. */
  #keep(ending: Ending, trailers?: Headers): void {
    const { status, headers, message: reason } = this.#head;
    const wasSeen = status > 0 && (this.#isStreaming || ending.fault !== 'aborted');
    const came = wasSeen && {
      ...decoded(headers, Buffer.concat(this.#chunks, this.#bytes)),
      status,
      reason,
      trailers,
    };
    this.#isWritten = true;
    this.write({ ...(came && { response: keptResponse(came) }), ...ending });
    if (this.#isStreaming) this.#chunks = [];
  }

  #tell(error: Error | undefined, trailers: Headers | undefined): void {
    if (this.#isStreaming) this.playback.finish(error, trailers);
    else if (this.#head.status > 0) this.playback.play({ ...this.#head, chunks: this.#chunks, error, trailers });
    else this.playback.fail(error as Error);
  }

  #stream(): void {
    clearTimeout(this.#timer);
    this.#isStreaming = true;
    this.playback.onPause = (paused) => (paused ? this.#inner?.pause() : this.#inner?.resume());
    this.playback.play({ ...this.#head, chunks: this.#chunks, open: true });
  }

  /** If the recording fails, the caller gets the error instead of the response. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (failure) {
      this.playback.fail(failure as Error);
    }
  }
}
