import {
  listen,
  mayBeLoopback,
  newSecret,
  type SendContext,
  type WireRequest,
  type WireResponse,
} from '../../http/index.js';
import { applyToConnection } from '../control/faults.js';
import { errorResponse } from '../respond/error-shapes.js';
import { Refusal } from '../respond/response.js';
// Type-only cycle: a sandbox creates its servers.
import type { ProjectSandbox, SandboxServer, ServerOptions } from '../sandbox.js';
import type { Simulator } from '../simulator.js';
import { signingKey } from '../subjects/projects.js';
import { accessWith } from './access.js';
import { parseRequest } from './handle.js';
import { type FollowedProject, Projects, type ServedProject, type StartProject } from './projects.js';

interface ServeOptions extends ServerOptions {
  readonly port: number;
  readonly token: string | undefined;
  /** Starts a further project of the server. */
  readonly start: StartProject;
  /** The seed and the host name of the sandbox, which its projects share. */
  readonly shared: Pick<ProjectSandbox, 'seed'> & { readonly host: string };
}

/** Serves a sandbox, with a random token unless the user chose one. */
export async function serveSandbox(
  simulator: Simulator,
  { port, token, start, shared, host, hosts, projects: hasProjects = false, state, ...wrap }: ServeOptions,
): Promise<SandboxServer> {
  const { through = (transport) => transport, around = (served) => served, onProject } = wrap;
  const { project } = simulator.state;
  const credentials = { project, token: token ?? `PT${newSecret('hex')}` };
  const main: ServedProject = { ...credentials, simulator, checkAccess: accessWith(project, credentials.token) };
  const isReachable = [host ?? 'localhost', ...(hosts ?? [])].some((name) => !mayBeLoopback(name));
  const follow = onProject && ((served: ServedProject) => followed(served, onProject, shared));
  const projects = new Projects(main, start, { isReachable, follow });
  if (state) projects.restore(state);
  const api = through({ send: (request, context) => answer(main, request, context) });
  const send = async (request: WireRequest) => {
    const served = hasProjects ? projects.of(request) : main;
    const audio = served.simulator.audio(request);
    if (audio) return audio;
    if (isControl(request)) return control(served, hasProjects ? projects : undefined, request);
    return served === main ? api.send(request) : (served.followed?.transport.send(request) ?? answer(served, request));
  };
  const listener = await listen(around({ send }), {
    ...{ port, refusal: listenerError, secrets: { token } },
    ...(host !== undefined && { host }),
    ...(hosts !== undefined && { hosts }),
  });
  const url = reachableUrl(listener.url);
  projects.origin = url;
  return {
    ...listener,
    url,
    credentials: { ...credentials, host: url },
    state: () => projects.state(),
    close: async () => {
      await Promise.all([listener.close(), projects.close()]);
    },
  };
}

/** Nothing can connect to the address that means all addresses, so clients on this machine use loopback. */
const reachableUrl = (url: string) => url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

const answer = async (served: ServedProject, request: WireRequest, { injected }: SendContext = {}) =>
  refusalOf(served, request) ?? served.simulator.send(request, applyToConnection, injected && { injected });

function followed(
  served: ServedProject,
  onProject: NonNullable<ServerOptions['onProject']>,
  { seed, host }: ServeOptions['shared'],
): FollowedProject {
  const { project, token, simulator } = served;
  const { through, removed } = onProject({
    credentials: { project, token, host },
    seed,
    snapshot: () => simulator.snapshot(),
    restore: (snapshot) => simulator.restore(snapshot),
    cast: (cast, options = {}) => simulator.cast(cast, options),
    webhooks: simulator.webhooks,
    followCards: (listener) => simulator.state.cards.follow(listener),
    signing_key: signingKey(simulator.state),
    clock: { now: () => simulator.state.clock.now() },
  });
  return { transport: through({ send: (request, context) => answer(served, request, context) }), removed };
}

const isControl = ({ url }: WireRequest) => /^https?:\/\/[^/]*\/_patchbay\/api(?=[/?]|$)/.test(url);

/** Loaded with the first request, because its schemas load slowly. */
const control = async (served: ServedProject, projects: Projects | undefined, request: WireRequest) =>
  (await import('../control/api/serve-control.js')).serveControl(
    { served, projects, refusal: () => refusalOf(served, request) },
    request,
  );

/** A request without access does not read the body, use up a fault, or advance the clock. */
function refusalOf({ simulator, checkAccess }: ServedProject, request: WireRequest): WireResponse | undefined {
  try {
    checkAccess(simulator.state, request);
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    const { method, url, headers } = request;
    const parsed = parseRequest({ method, url, headers });
    simulator.log(parsed, refusal.status);
    return errorResponse(refusal, parsed.path, parsed.match?.operation);
  }
}

const listenerError = (status: number, message: string, path: string) =>
  errorResponse(new Refusal(status, { message, alwaysShown: true }), path);
