import {
  listen,
  newSecret,
  type Served,
  type Transport,
  type WireRequest,
  type WireResponse,
} from '../../http/index.js';
import { applyToConnection } from '../control/faults.js';
import { errorResponse } from '../respond/error-shapes.js';
import { Refusal } from '../respond/response.js';
// Type-only cycle: a sandbox creates its servers.
import type { SandboxServer } from '../sandbox.js';
import type { Simulator } from '../simulator.js';
import { type AccessCheck, accessWith } from './access.js';
import { parseRequest } from './handle.js';

interface ServeOptions {
  readonly port: number;
  readonly token: string | undefined;
  readonly through?: (transport: Transport) => Transport;
  readonly around?: (served: Served) => Served;
}

/** Serves a sandbox, with a random token unless the user chose one. */
export async function serveSandbox(
  simulator: Simulator,
  { port, token, through = (transport) => transport, around = (served) => served }: ServeOptions,
): Promise<SandboxServer> {
  const { project } = simulator.state;
  const credentials = { project, token: token ?? `PT${newSecret('hex')}` };
  const checkAccess = accessWith(project, credentials.token);
  const api = through({
    send: async (request) => refusalOf(simulator, request, checkAccess) ?? simulator.send(request, applyToConnection),
  });
  const send = async (request: WireRequest) =>
    simulator.audio(request) ??
    (isControl(request)
      ? (refusalOf(simulator, request, checkAccess) ?? control(simulator, request))
      : api.send(request));
  const listener = await listen(around({ send }), { port, refusal: listenerError, secrets: { token } });
  simulator.state.network.origin = listener.url;
  return { ...listener, credentials: { ...credentials, host: listener.url } };
}

const isControl = ({ url }: WireRequest) => /^https?:\/\/[^/]*\/_patchbay\/api(?=[/?]|$)/.test(url);

/** Loaded with the first request, because its schemas load slowly. */
const control = async (simulator: Simulator, request: WireRequest) =>
  (await import('../control/api/serve-control.js')).serveControl(simulator, request);

/** A request without access does not read the body, use up a fault, or advance the clock. */
function refusalOf(simulator: Simulator, request: WireRequest, checkAccess: AccessCheck): WireResponse | undefined {
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
