import { join } from 'node:path';
import { openCassette, playThrough, type Replayer, replayer } from '../../src/cassette/index.js';
import { liveTransport, type Transport, TransportFault } from '../../src/http/index.js';
import { secretCutter } from '../../src/redact/index.js';

const SERVICES = join(import.meta.dirname, '..', '..', 'fixtures', 'services');

/** The failures that are recorded for every service of a skill. */
export const FAILURES = ['quota', 'auth_failure', 'malformed', 'timeout'] as const;
/** A part of the message for each failure, for services that a handler calls. */
export const FAILURE_TEXTS = {
  quota: 'received too many requests',
  auth_failure: 'rejected the credentials',
  malformed: 'returned an invalid response',
  timeout: 'took too long',
} as const;
export type Scenario = 'success' | 'empty' | (typeof FAILURES)[number];

/** Replays the recording of a service, with any key. */
export const recorded = (
  skill: string,
  scenario: Scenario,
  secrets: readonly string[] = [],
  order?: 'endless',
): Replayer =>
  replayer(openCassette(join(SERVICES, skill, `${scenario}.yaml`)), {
    secrets: secretCutter(secrets),
    ...(order && { order }),
  });

/** Runs work that must use the whole recording of a service. */
export const fromRecording = <T>(
  skill: string,
  scenario: Scenario,
  secrets: readonly string[],
  work: (transport: Replayer) => Promise<T>,
): Promise<T> => playThrough(recorded(skill, scenario, secrets), work);

/** Sends the requests for services to servers on loopback. */
export function redirectTo(servers: Readonly<Record<string, string>>): Transport {
  const live = liveTransport();
  return {
    async send(request) {
      const { origin, pathname, search } = new URL(request.url);
      const server = servers[origin];
      if (server === undefined) throw new TransportFault('not_allowed', `no server for ${origin}`);
      return live.send({ ...request, url: `${server}${pathname}${search}` });
    },
    close: async () => live.close?.(),
  };
}
