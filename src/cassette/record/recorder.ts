import { type Transport, TransportFault, type WireRequest } from '../../http/index.js';
import { timerMs } from '../../util/index.js';
import type { CassetteEntry } from '../format/schema.js';
import { decoded } from './decode.js';
import { codeOf } from './fault.js';
import { keptRequest, keptResponse } from './recorded-headers.js';
import { openTape, type Tape, type TapeOptions } from './writer.js';

interface Recording {
  /** Names the operation of a request, for the reader of the file. */
  readonly label?: ((request: WireRequest) => string | undefined) | undefined;
  /** Milliseconds, for latencies; a recording that must come out the same each time gives a clock that stands still. */
  readonly now?: (() => number) | undefined;
}

/** Into a file of its own, or on a tape that others write to as well. */
export type RecorderOptions = Recording & (({ readonly file: string } & TapeOptions) | { readonly tape: Tape });

export interface Recorder extends Transport {
  close(): Promise<void>;
}

/** Writes down every exchange that goes through it, entry by entry, before the caller sees the answer. */
export function recorder(transport: Transport, options: RecorderOptions): Recorder {
  const { label, now = () => performance.now() } = options;
  const tape = 'tape' in options ? options.tape : openTape(options.file, options);

  return {
    async send(request) {
      const begun = now();
      const { redact: hide = (entry) => entry } = request;
      const write = (rest: Ending) => tape.write(hide(entryOf(request, label?.(request), rest, now() - begun)));
      let response: Awaited<ReturnType<Transport['send']>>;
      try {
        response = await transport.send(request);
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
      if (!('tape' in options)) tape.close();
      await transport.close?.();
    },
  };
}

/** How an exchange ended. */
export type Ending = Pick<CassetteEntry, 'response' | 'fault' | 'code'>;

/** Every attempt is written down, also one that was given up; what a rule forbade, or a recording lacked, was none. */
function endingOf(fault: unknown): Ending | undefined {
  if (!(fault instanceof TransportFault)) return undefined;
  const { kind, sent, cause } = fault;
  if (kind === 'not_allowed' || kind === 'miss' || (kind === 'aborted' && !sent)) return undefined;
  // The reason of who gave it up is no error of the connection.
  const code = kind === 'aborted' ? undefined : codeOf(cause);
  return { fault: kind, ...(code !== undefined && { code }) };
}

/** One exchange in the order in which it is written. */
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
