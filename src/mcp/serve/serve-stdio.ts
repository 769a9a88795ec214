import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Agent } from '../../skills/index.js';
import { ToolServers } from './tool-server.js';

interface StdioOptions {
  readonly isLive: boolean;
  readonly input: Readable;
  readonly output: Writable;
}

/** Serves the tools of an agent to one client on two streams, until the client closes them. */
export async function serveStdio(agent: Agent, { isLive, input, output }: StdioOptions): Promise<void> {
  const server = new ToolServers(agent, { isLive }).make();
  const gone = Promise.race([once(input, 'end'), once(input, 'close'), once(output, 'error')]);
  await server.connect(new StdioServerTransport(input, output));
  await gone;
  await server.close();
}
