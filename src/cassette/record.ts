import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Transport, TransportFault, type WireRequest, type WireResponse } from '../http/index.js';
import { type SecretCutter, secretCutter } from '../redact/index.js';
import { readableBody } from './body.js';
import type { CassetteEntry, CassetteHeader } from './format.js';
import { spell } from './write.js';

export interface RecorderOptions {
  readonly file: string;
  readonly header: Pick<CassetteHeader, 'origin' | 'tool'> & Partial<CassetteHeader>;
  /** Cut before anything reaches the disk. */
  readonly secrets?: SecretCutter;
  /** Names the operation of a request, for the reader of the file. */
  readonly label?: (request: WireRequest) => string | undefined;
  /** Milliseconds, for latencies; a recording that must come out the same each time gives a clock that stands still. */
  readonly now?: () => number;
}

export interface Recorder extends Transport {
  close(): Promise<void>;
}

// Of an answer's headers, those that mean something to whoever reads it again.
const KEPT_HEADERS = ['content-type', 'retry-after', 'x-request-id', 'location'];

/** Writes down every exchange that goes through it, entry by entry, before the caller sees the answer. */
export function recorder(
  transport: Transport,
  { file, header, secrets = secretCutter([]), label, now = () => performance.now() }: RecorderOptions,
): Recorder {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, 'w', 0o600);
  const write = (document: CassetteHeader | CassetteEntry) =>
    writeSync(descriptor, spell(secrets.value(document), file));
  const { origin, tool, redaction = 'known secrets are cut', ...more } = header;
  write({ kind: 'cassette', version: 1, origin, tool, ...more, redaction });
  let open = true;

  return {
    async send(request) {
      const begun = now();
      const entry = (rest: Pick<CassetteEntry, 'response' | 'fault'>): CassetteEntry => {
        const op = label?.(request);
        const ms = Math.round(now() - begun);
        return {
          kind: 'http',
          ...(op !== undefined && { op }),
          request: requestOf(request),
          ...rest,
          ...(ms > 0 && { ms }),
        };
      };
      try {
        const response = await transport.send(request);
        write(entry({ response: responseOf(response) }));
        return response;
      } catch (fault) {
        if (
          fault instanceof TransportFault &&
          (fault.kind === 'refused' || fault.kind === 'reset' || fault.kind === 'timeout')
        )
          write(entry({ fault: fault.kind }));
        throw fault;
      }
    },
    async close() {
      if (open) closeSync(descriptor);
      open = false;
      await transport.close?.();
    },
  };
}

function requestOf({ method, url, headers, body }: WireRequest): CassetteEntry['request'] {
  const kept = body === undefined ? undefined : readableBody(typeof body === 'string' ? Buffer.from(body) : body);
  const type = headers['content-type'];
  return {
    method,
    url,
    ...(kept && type !== undefined && type !== 'application/json' && { type }),
    ...(kept && { body: kept }),
  };
}

function responseOf({ status, headers, body }: WireResponse): CassetteEntry['response'] {
  const kept = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  const readable = readableBody(body);
  return { status, ...(Object.keys(kept).length > 0 && { headers: kept }), ...(readable && { body: readable }) };
}
