import type { Cassette } from '../cassette/index.js';
import { guardedTransport, mayBeLoopback, type Transport, TransportFault } from '../http/index.js';

export interface OfflineOptions {
  /** A recording that answers before those of the package. */
  readonly recording?: Pick<Cassette, 'header' | 'entries'>;
  /** Called once, at the first request that is not in `recording` and is answered by the package, with that request. */
  readonly onMiss?: (request: string) => void;
  /** Only `recording` answers. A request that it lacks is a miss. */
  readonly strict?: boolean;
  /** The folder of the recordings of the package: one folder per service, with a `success.yaml`. */
  readonly folder?: string;
}

/** The transport for skills offline. Recordings answer for services; servers on this machine answer themselves. */
export function offlineServices(options: OfflineOptions = {}): Transport {
  const near = guardedTransport();
  let recorded: Promise<Pick<Transport, 'send'>> | undefined;
  const open = async () => (await import('./recorded.js')).recordedServices(options);
  return {
    async send(request, context) {
      // The guard reports an invalid URL.
      if (!URL.canParse(request.url)) return near.send(request, context);
      const isNear = mayBeLoopback(new URL(request.url).hostname);
      if (isNear && !options.recording) return near.send(request, context);
      try {
        return await (await (recorded ??= open())).send(request, context);
      } catch (fault) {
        if (isNear && fault instanceof TransportFault && fault.kind === 'miss') return near.send(request, context);
        throw fault;
      }
    },
    close: async () => near.close?.(),
  };
}
