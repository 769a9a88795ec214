import { join } from 'node:path';
import { openCassette, playThrough, type Replayer, replayer } from '../../src/cassette/index.js';
import { liveTransport, type Transport, TransportFault } from '../../src/http/index.js';
import { secretCutter } from '../../src/redact/index.js';

const SERVICES = join(import.meta.dirname, '..', '..', 'fixtures', 'services');

/** What every service that a skill asks has a recording of, besides success. */
export const FAILURES = ['quota', 'auth_failure', 'malformed', 'timeout'] as const;
/** What a person is told after each of them, of a service that a handler asks. */
export const TOLD_AFTER = {
  quota: 'has had too many requests',
  auth_failure: 'does not let this agent in',
  malformed: 'an answer that cannot be read',
  timeout: 'took too long',
} as const;
export type Scenario = 'success' | 'empty' | (typeof FAILURES)[number];

/** A service out of its recording, whatever the key. */
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

/** The same for work that has to ask for all of the recording. */
export const fromRecording = <T>(
  skill: string,
  scenario: Scenario,
  secrets: readonly string[],
  work: (transport: Replayer) => Promise<T>,
): Promise<T> => playThrough(recorded(skill, scenario, secrets), work);

/** Sends what is meant for services to servers on loopback, really. */
export function standingIn(servers: Readonly<Record<string, string>>): Transport {
  const live = liveTransport();
  return {
    async send(request) {
      const { origin, pathname, search } = new URL(request.url);
      const server = servers[origin];
      if (server === undefined) throw new TransportFault('not_allowed', `nothing stands in for ${origin}`);
      return live.send({ ...request, url: `${server}${pathname}${search}` });
    },
    close: async () => live.close?.(),
  };
}
