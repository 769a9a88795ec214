import type { Cassette } from '../cassette/index.js';
import { guardedTransport, mayBeLoopback, type Transport, TransportFault } from '../http/index.js';

export interface OfflineOptions {
  /** Answers first. */
  readonly recording?: Pick<Cassette, 'header' | 'entries'>;
  /** Told once, when something that is not in it was answered all the same, with what that was. */
  readonly departed?: (asked: string) => void;
  /** Answers alone: what is not in it is a miss. */
  readonly strict?: boolean;
  /** Of the recordings that come with the package: a folder for each service, with a `success.yaml`. */
  readonly folder?: string;
}

/**
 * Who answers skills while nothing leaves this machine: recordings of the services, and whatever runs on this machine
 * itself. Nothing is read before the first request.
 */
export function offlineServices(options: OfflineOptions = {}): Transport {
  const near = guardedTransport();
  let recorded: Promise<Pick<Transport, 'send'>> | undefined;
  const open = async () => (await import('./recorded.js')).recordedServices(options);
  return {
    async send(request) {
      // The guard says what is wrong with what is no address.
      if (!URL.canParse(request.url)) return near.send(request);
      const isNear = mayBeLoopback(new URL(request.url).hostname);
      if (isNear && !options.recording) return near.send(request);
      try {
        return await (await (recorded ??= open())).send(request);
      } catch (fault) {
        if (isNear && fault instanceof TransportFault && fault.kind === 'miss') return near.send(request);
        throw fault;
      }
    },
    close: async () => near.close?.(),
  };
}
