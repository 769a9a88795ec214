import { listen, newSecret, type ServedResponse, type WireRequest } from '../../http/index.js';
import type { Agent } from '../../skills/index.js';
import { isAuthorized } from '../credentials.js';
import { HttpSessions } from './http-sessions.js';
import { ToolServers } from './tool-server.js';

export interface McpHttpOptions {
  readonly isLive: boolean;
  readonly port?: number;
  /** The token that clients must send. The default is a generated one. */
  readonly token?: string | undefined;
}

export interface McpHttpServer {
  /** The URL for clients. */
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

const PATH = '/mcp';
const SWEEP_MS = 60_000;

export async function serveHttp(agent: Agent, options: McpHttpOptions): Promise<McpHttpServer> {
  const { isLive, port = 0, token = newSecret() } = options;
  const servers = new ToolServers(agent, { isLive });
  const sessions = new HttpSessions(() => servers.make());
  const credentials = { token, user: undefined, password: undefined };
  const send = async (request: WireRequest): Promise<ServedResponse> => {
    if (new URL(request.url).pathname !== PATH) return refusal(404, `send MCP requests to ${PATH}`);
    if (!isAuthorized(request.headers.authorization, credentials))
      return refusal(401, 'the token is missing or wrong', { 'www-authenticate': 'Bearer' });
    return sessions.send(request);
  };
  const listener = await listen({ send }, { port, secrets: { token } });
  const sweep = setInterval(() => void sessions.endIdle(), SWEEP_MS);
  return {
    url: `${listener.url}${PATH}`,
    token,
    async close() {
      clearInterval(sweep);
      await sessions.close();
      await servers.ended();
      await listener.close();
    },
  };
}

function refusal(status: number, error: string, headers: Record<string, string> = {}): ServedResponse {
  const body = Buffer.from(JSON.stringify({ error }));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}
