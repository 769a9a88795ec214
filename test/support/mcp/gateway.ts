import { join } from 'node:path';
import { gatewayConfig } from '../../../src/mcp/gateway/config.js';
import { startGateway } from '../../../src/mcp/index.js';
import { bundledScript } from '../bundled-script.js';

const SERVER = bundledScript(join(import.meta.dirname, 'server.mjs'), { withPackages: true });

/** A service of the test server. The arguments select its behaviour. */
export const service = (...behaviour: string[]) => ({ command: [process.execPath, SERVER, ...behaviour] });

/** A gateway on a free port, with a token and the test's services. */
export async function gatewayWith(services: Record<string, object>, more: Record<string, object> = {}) {
  const logs: string[] = [];
  const token = 'token-of-the-test-gateway';
  const { server = {}, ...rest } = more;
  const gateway = await startGateway(
    gatewayConfig({ services, ...rest, server: { port: 0, auth_token: token, ...server } }),
    {
      folder: import.meta.dirname,
      env: process.env,
      log: (level, message) => logs.push(`${level}: ${message}`),
    },
  );
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(gateway.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: jsonOf(await response.text()), headers: response.headers };
  };
  /** Calls a tool in the session of a call. */
  const call = async (name: string, tool: string, args: object = {}, session_id = 'call-1') =>
    (await ask('POST', `/services/${name}/call`, { tool, arguments: args, session_id })).body;
  return { ...gateway, token, logs, ask, call };
}

// biome-ignore lint/suspicious/noExplicitAny: tests check the parsed response
function jsonOf(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
