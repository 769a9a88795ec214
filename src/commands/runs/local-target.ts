import type { ReplayTarget } from '../../cases/index.js';
import { CREDENTIAL_VARIABLES } from '../../client/index.js';
import { liveTransport } from '../../http/index.js';
import { UsageError } from '../../util/index.js';

/** The server on this machine that requests are sent to, with the account in the environment. */
export function localTarget(url: string, env: NodeJS.ProcessEnv): ReplayTarget {
  const { protocol, hostname, origin } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '', origin: '' };
  if (!/^https?:$/.test(protocol) || !['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new UsageError(`--url must be an address of this machine, such as http://127.0.0.1:8080, not ${url}`);
  const { [CREDENTIAL_VARIABLES.project]: project, [CREDENTIAL_VARIABLES.token]: token } = env;
  if (!project || !token)
    throw new UsageError(`--url needs ${CREDENTIAL_VARIABLES.project} and ${CREDENTIAL_VARIABLES.token}`);
  return { transport: liveTransport(), base: origin, project, token };
}
