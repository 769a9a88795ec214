import { listen, newSecret, type WireRequest, type WireResponse } from '../../http/index.js';
import type { SandboxServer } from '../sandbox.js';
import type { State } from '../state/state.js';
import { type AccessCheck, accessWith } from './access.js';
import { errorAnswer } from './error-shapes.js';
import { type Understood, understand } from './handle.js';
import { Refusal } from './response.js';

/** The parts of a sandbox that a server uses. */
export interface ServedSandbox {
  /** A function, because `restore` replaces the state while the sandbox is served. */
  state(): State;
  /** Answers a request whose access has been checked. */
  send(request: WireRequest): Promise<WireResponse>;
  noteRefused(understood: Understood, status: number): void;
}

/** Serves a sandbox, with a random token unless the user chose one. */
export async function serveSandbox(
  sandbox: ServedSandbox,
  { port, token }: { port: number; token: string | undefined },
): Promise<SandboxServer> {
  const { project } = sandbox.state();
  const credentials = { project, token: token ?? `PT${newSecret('hex')}` };
  const checkAccess = accessWith(project, credentials.token);
  const send = async (request: WireRequest) => refused(sandbox, request, checkAccess) ?? sandbox.send(request);
  const listener = await listen({ send }, { port, refusal: turnedAway, secrets: { token } });
  return { ...listener, credentials: { ...credentials, host: listener.url } };
}

/** A request without access does not read the body, use up a fault, or advance the clock. */
function refused(sandbox: ServedSandbox, request: WireRequest, checkAccess: AccessCheck): WireResponse | undefined {
  try {
    checkAccess(sandbox.state(), request);
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    const { method, url, headers } = request;
    const understood = understand({ method, url, headers });
    sandbox.noteRefused(understood, refusal.status);
    return errorAnswer(refusal, understood.path, understood.match?.operation);
  }
}

/** Formats errors of the listener in the error format of the path. */
const turnedAway = (status: number, message: string, path: string) =>
  errorAnswer(new Refusal(status, { message, spoken: true }), path);
