import { type Transport, TransportFault, type WireRequest, type WireResponse } from '../../http/index.js';
import { timerMs } from '../../util/index.js';
import type { CassetteEntry } from '../format/schema.js';
import { decoded } from './decode.js';
import { codeOf } from './fault.js';
import { keptRequest, keptResponse } from './recorded-headers.js';
import { openRecordingFile, type RecordingFile, type RecordingFileOptions } from './writer.js';

interface Recording {
  /** Names the operation of a request, for people who read the file. */
  readonly label?: ((request: WireRequest) => string | undefined) | undefined;
  /** Returns milliseconds, to measure latencies. For reproducible recordings, pass a clock that does not advance. */
  readonly now?: (() => number) | undefined;
}

/** Records to a new file, or to a file that other recorders share. */
export type RecorderOptions = Recording &
  (({ readonly file: string } & RecordingFileOptions) | { readonly recordingFile: RecordingFile });

export interface Recorder extends Transport {
  close(): Promise<void>;
}

/** Records every exchange of a transport, entry by entry, before the caller receives the response. */
export function recorder(transport: Transport, options: RecorderOptions): Recorder {
  if (typeof transport?.send !== 'function')
    throw new TypeError("recorder needs a transport: recorder(transport, { file: 'story.yaml' })");
  if (typeof options !== 'object' || !('recordingFile' in options || typeof options.file === 'string'))
    throw new TypeError("recorder needs a file: recorder(transport, { file: 'story.yaml' })");
  const { label, now = () => performance.now() } = options;
  const recordingFile = 'recordingFile' in options ? options.recordingFile : openRecordingFile(options.file, options);

  return {
    async send(request, context = {}) {
      const begun = now();
      const { redact: redactEntry = (entry) => entry } = context;
      const write = (rest: Ending) =>
        recordingFile.write(redactEntry(entryOf(request, label?.(request), rest, now() - begun)));
      let response: Awaited<ReturnType<Transport['send']>>;
      try {
        response = await transport.send(request, context);
      } catch (fault) {
        const ending = endingOf(fault);
        if (ending) write(ending);
        throw fault;
      }
      const { status, headers, body } = response;
      write({ response: keptResponse({ status, ...decoded(headers, body) }) });
      return response;
    },
    async close() {
      if (!('recordingFile' in options)) recordingFile.close();
      await transport.close?.();
    },
  };
}

/** Returns the entry of a finished exchange, or undefined if nothing was sent. */
export function exchangeEntry(
  { request, response, fault }: FinishedExchange,
  { op, ms }: { readonly op?: string | undefined; readonly ms: number },
): CassetteEntry | undefined {
  const ending = response
    ? { response: keptResponse({ status: response.status, ...decoded(response.headers, response.body) }) }
    : endingOf(fault);
  return ending && entryOf(request, op, ending, ms);
}

interface FinishedExchange {
  readonly request: WireRequest;
  readonly response?: WireResponse | undefined;
  readonly fault?: TransportFault | undefined;
}

export type Ending = Pick<CassetteEntry, 'response' | 'fault' | 'code'>;

/** A request that was not allowed, or that a replay did not contain, was not an attempt. */
function endingOf(fault: unknown): Ending | undefined {
  if (!(fault instanceof TransportFault)) return undefined;
  const { kind, sent, cause } = fault;
  if (kind === 'not_allowed' || kind === 'miss' || (kind === 'aborted' && !sent)) return undefined;
  // The caller's abort reason is not a connection error.
  const code = kind === 'aborted' ? undefined : codeOf(cause);
  return { fault: kind, ...(code !== undefined && { code }) };
}

export function entryOf(
  { method, url, headers, body }: WireRequest,
  op: string | undefined,
  rest: Ending,
  tookMs: number,
): CassetteEntry {
  const ms = timerMs(Math.round(tookMs));
  return {
    kind: 'http',
    ...(op !== undefined && { op }),
    request: keptRequest({ method, url, body, type: headers['content-type'] }),
    ...rest,
    ...(ms > 0 && { ms }),
  };
}
