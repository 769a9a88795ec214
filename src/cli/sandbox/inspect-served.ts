import { servedSession } from '../../bench/index.js';
import { createInspector, type Inspector } from '../../inspector/index.js';
import { KnownSecrets } from '../../redact/index.js';
import type { Sandbox, ServerOptions } from '../../sandbox/index.js';

interface ServedInspector
  extends Required<Pick<ServerOptions, 'through' | 'around'>>,
    Pick<Inspector, 'newAddress' | 'close'> {
  /** Call it with the origin of the server when it listens. */
  listens(origin: string): void;
}

/** Logs the requests of a served sandbox, and serves the page that shows them. */
export function inspectServed(sandbox: Sandbox): ServedInspector {
  const { project, token } = sandbox.credentials;
  const knownSecrets = new KnownSecrets(process.env);
  knownSecrets.add(token, { variable: 'PLATFORM_API_TOKEN' });
  knownSecrets.add(sandbox.signing_key, { variable: 'PLATFORM_SIGNING_KEY' });
  sandbox.followCards((number) => knownSecrets.add(number));
  let origin = '';
  const { log, through } = servedSession(sandbox, { knownSecrets, origin: () => origin });
  const inspector = createInspector({ sandbox, log, secrets: knownSecrets, credentials: { project, token } });
  return {
    through,
    around: inspector.around,
    newAddress: inspector.newAddress,
    close: inspector.close,
    listens(url) {
      origin = url;
    },
  };
}
