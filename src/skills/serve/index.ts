import { type BasicAuth, listen } from '../../http/index.js';
import type { Agent } from '../agent/agent.js';
import { CallTokens } from './call-tokens.js';
import { toolEndpoint } from './endpoint.js';

export interface ServeOptions {
  /** The lifetime of a token. The default is 15 minutes. */
  readonly token_lifetime_ms?: number;
  /** The key for tokens, to share them between processes or keep them after a restart. Default: random. */
  readonly secret?: string;
  /** With it, `POST /` returns the document of a call, including tokens. */
  readonly auth?: BasicAuth;
  /** The URL that the platform uses, if a proxy forwards requests to this server. */
  readonly public_url?: string;
}

export interface AgentServer {
  readonly port: number;
  readonly url: string;
  /** Returns the URL at which the platform calls one tool in one call. */
  address(call_id: string, tool: string): string;
  /** Returns the agent's document for one call. Its URLs contain tokens, so give it only to the platform. */
  document(call_id: string): Record<string, unknown>;
  close(): Promise<void>;
}

export async function serveAgent(agent: Agent, port: number, options: ServeOptions = {}): Promise<AgentServer> {
  const { token_lifetime_ms: lifetimeMs = 900_000, secret, auth, public_url } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new TypeError(`port must be a whole number from 0 to 65535, got ${JSON.stringify(port)}`);
  if (auth && (!auth.username || !auth.password)) throw new TypeError('auth requires a user name and a password');
  const tokens = new CallTokens({ secret, lifetimeMs, now: () => agent.now() });
  const hosts = public_url === undefined ? [] : [new URL(public_url).hostname];
  const base = () => (public_url ?? listener.url).replace(/\/+$/, '');
  const address = (call_id: string, tool: string) => {
    if (!agent.tools.some(({ name }) => name === tool)) throw new TypeError(`the agent has no tool ${tool}`);
    return `${base()}/swaig?__token=${tokens.make({ call_id, tool })}`;
  };
  const document = (call_id: string) =>
    agent.document({ web_hook_url: (tool) => address(call_id, tool), with_secrets: true });
  const secrets = { secret, 'auth.password': auth?.password };
  const listener = await listen(toolEndpoint(agent, { tokens, auth, document }), { port, hosts, secrets });
  return { port: listener.port, url: listener.url, address, document, close: () => listener.close() };
}
