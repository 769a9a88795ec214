import { type LogLimits, type ServedSession, type SessionLog, servedSession } from '../bench/index.js';
import { KnownSecrets } from '../redact/index.js';
import type { ProjectSandbox, ServerOptions } from '../sandbox/index.js';
import { basicAuthorization, type Inspected } from './inspected.js';
import { createInspector, type Inspector } from './page-server.js';

/** A server can have 1,000 projects, one for each CI job. */
const LIMITS_OF_OTHERS: LogLimits = { maxFullRequests: 200, maxBytes: 4 * 1024 * 1024, maxOtherEvents: 1_000 };

interface InspectedProjects
  extends Required<Pick<ServerOptions, 'through' | 'around' | 'onProject'>>,
    Pick<Inspector, 'newAddress' | 'close'> {
  /** The log of the first project. */
  readonly log: SessionLog;
  /** Call it with the origin of the server when it listens. */
  listens(origin: string): void;
}

/** Logs the requests of the projects of a served sandbox, and serves the page that shows them. */
export function inspectProjects(
  main: ProjectSandbox,
  { now }: { readonly now?: () => number } = {},
): InspectedProjects {
  let origin = '';
  const all = new Map<string, Inspected>();
  const follow = (sandbox: ProjectSandbox, name: string, limits?: LogLimits): ServedSession => {
    const { project, token } = sandbox.credentials;
    const knownSecrets = secretsOf(sandbox);
    const session = servedSession(sandbox, { knownSecrets, origin: () => origin, ...(limits && { limits }) });
    const authorization = basicAuthorization({ project, token });
    const { log } = session;
    all.set(project, { ...{ project, kind: 'sandbox', name, log, secrets: knownSecrets, sandbox, authorization } });
    return session;
  };
  const { log, through } = follow(main, 'First project');
  const { token } = main.credentials;
  const inspector = createInspector({ inspected: () => [...all.values()], token, ...(now && { now }) });
  return {
    ...{ log, through },
    around: (served) => inspector.around(served),
    newAddress: () => inspector.newAddress(),
    close: () => inspector.close(),
    listens(url) {
      origin = url;
    },
    onProject(sandbox) {
      const { project } = sandbox.credentials;
      const { through: throughProject } = follow(sandbox, project, LIMITS_OF_OTHERS);
      inspector.changed();
      return {
        through: throughProject,
        removed() {
          all.delete(project);
          inspector.changed();
        },
      };
    },
  };
}

function secretsOf({ credentials, signing_key, followCards }: ProjectSandbox): KnownSecrets {
  const secrets = new KnownSecrets(process.env);
  secrets.add(credentials.token, { variable: 'PLATFORM_API_TOKEN' });
  secrets.add(signing_key, { variable: 'PLATFORM_SIGNING_KEY' });
  followCards((number) => secrets.add(number));
  return secrets;
}
