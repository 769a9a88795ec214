import { Console } from 'node:console';
import { Writable } from 'node:stream';
import type { SkillSource } from '../../commands/index.js';
import { serveHttp, serveStdio } from '../../mcp/index.js';
import type { Agent } from '../../skills/index.js';
import { FINE } from '../exit-codes.js';
import { writeErr } from '../output.js';
import { loadedAgent, type SkillChoice } from './loaded-agent.js';

interface McpOptions {
  /** The port to listen on. Without one, the client is on the standard streams. */
  readonly port: number | undefined;
  readonly stopped: Promise<unknown>;
}

/** Serves tools on the standard streams until the client disconnects, or over HTTP until Ctrl-C. */
export const serveMcp = (
  skills: readonly SkillChoice[],
  source: SkillSource,
  { port, stopped }: McpOptions,
): Promise<number> =>
  port === undefined ? overStreams(skills, source, stopped) : overHttp(skills, source, port, stopped);

async function overStreams(
  skills: readonly SkillChoice[],
  source: SkillSource,
  stopped: Promise<unknown>,
): Promise<number> {
  const output = ownOutput();
  const agent = await loadedAgent(skills, source);
  logStart(agent, source, 'on standard streams');
  await serveStdio(agent, { isLive: source.isLive, input: process.stdin, output, stopped });
  await agent.close();
  return FINE;
}

async function overHttp(
  skills: readonly SkillChoice[],
  source: SkillSource,
  port: number,
  stopped: Promise<unknown>,
): Promise<number> {
  const output = ownOutput();
  const agent = await loadedAgent(skills, source);
  const server = await serveHttp(agent, {
    isLive: source.isLive,
    port,
    token: process.env.PATCHBAY_MCP_TOKEN || undefined,
  });
  logStart(agent, source, `at ${server.url}, until Ctrl-C`);
  const entry = { type: 'http', url: server.url, headers: { Authorization: `Bearer ${server.token}` } };
  output.write(`${JSON.stringify({ mcpServers: { patchbay: entry } }, null, 2)}\n`);
  await stopped;
  await server.close();
  await agent.close();
  return FINE;
}

function logStart(agent: Agent, { isLive }: SkillSource, where: string): void {
  const { length } = agent.tools;
  const services = isLive ? 'using the real services' : 'recordings answer for services; --live uses the real ones';
  writeErr(`patchbay: ${length} ${length === 1 ? 'tool' : 'tools'} for MCP clients ${where}; ${services}\n`);
}

/** Standard output is for the program that reads it. Other output, such as `console.log`, goes to stderr. */
function ownOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  globalThis.console = new Console(process.stderr);
  return new Writable({ write: (chunk, _encoding, done) => void write(chunk, done) });
}
