import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Agent } from '../../skills/index.js';
import { ToolServers } from './tool-server.js';

interface StdioOptions {
  readonly isLive: boolean;
  readonly input: Readable;
  readonly output: Writable;
  /** Stops the server before the client disconnects. */
  readonly stopped?: Promise<unknown>;
}

export async function serveStdio(agent: Agent, options: StdioOptions): Promise<void> {
  const { isLive, input, output, stopped = new Promise(() => {}) } = options;
  const servers = new ToolServers(agent, { isLive });
  const server = servers.make();
  const gone = Promise.race([once(input, 'end'), once(input, 'close'), once(output, 'error'), stopped]);
  await server.connect(new StdioServerTransport(input, output));
  await gone;
  await server.close();
  await servers.ended();
}
