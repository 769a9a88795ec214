import type { Transport } from '../../http/index.js';
import type { KnownSecrets } from '../../redact/index.js';
import type { ProjectSandbox } from '../../sandbox/index.js';
import { loggedTransport } from './logged-transport.js';
import { RequestOwner } from './request-owner.js';
import type { LogLimits, SessionLog } from './session-log.js';
import { SessionMonitor } from './session-monitor.js';
import { EventLoopTurns } from './turn.js';

export interface ServedSession {
  readonly log: SessionLog;
  /** Wraps the transport of a server, so that its requests are logged. */
  through(transport: Transport): Transport;
}

interface Options {
  readonly knownSecrets: KnownSecrets;
  /** The origin of the server, which is known when it listens. */
  origin(): string;
  readonly limits?: LogLimits;
}

/** Logs the requests of all clients of a served sandbox, and the requests that the sandbox makes. */
export function servedSession(
  { clock, webhooks }: Pick<ProjectSandbox, 'clock' | 'webhooks'>,
  { knownSecrets, origin, limits }: Options,
): ServedSession {
  const { log, logWebhook } = new SessionMonitor(new RequestOwner(), knownSecrets, limits);
  const at = () => clock.now().toISOString();
  webhooks.follow((webhook) => logWebhook(webhook, at()));
  // No code of the user runs in the process of a server, so its environment stays as it is.
  const including: KnownSecrets['including'] = (secrets) => knownSecrets.including(secrets);
  const { variableOf } = knownSecrets;
  return {
    log,
    through: (transport) =>
      loggedTransport(transport, {
        listener: {
          logExchange: (exchange) => log.append({ kind: 'http', exchange }),
          requestStarted: () => () => {},
        },
        turns: new EventLoopTurns(),
        knownSecrets: { including, variableOf, addVariables: () => {} },
        platform: origin,
        at,
      }),
  };
}
