import { onTestFinished } from 'vitest';
import { RestClient } from '../../../src/client/index.js';
import { createSandbox, type SandboxOptions, type ServerOptions } from '../../../src/sandbox.js';

export interface Account {
  readonly url: string;
  readonly project: string;
  readonly token: string;
}

/** The client and the control API of one project of a served sandbox. */
export function controlOf({ url, project, token }: Account) {
  const authorization = `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}`;
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/_patchbay/api${path}`, {
      method,
      headers: { authorization },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  return { call, platform: new RestClient({ project, token, host: url }), project, token, url };
}

/** A served sandbox, closed after the test. */
export async function servedControl(options: SandboxOptions = {}, serving: ServerOptions = { projects: true }) {
  const sandbox = createSandbox(options);
  const server = await sandbox.listen(0, serving);
  onTestFinished(server.close);
  const main = controlOf({ url: server.url, ...server.credentials });
  const create = async (body: object = {}) => controlOf((await main.call('POST', '/projects', body)).body as Account);
  return { sandbox, server, main, create };
}
