import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { serveHttp, serveStdio } from '../../mcp/index.js';
import { type Agent, uncaughtToolError } from '../../skills/index.js';
import { FINE, UsageError } from '../exit-codes.js';
import { writeErr } from '../output.js';
import { untilStopped } from '../signals.js';
import { chosenSkills, loadedAgent, type SkillChoice } from './loaded-agent.js';
import type { SkillOptions } from './options.js';

/** Serves tools on the standard streams until the client disconnects, or over HTTP until Ctrl-C. */
export async function serveMcp(
  options: SkillOptions,
  stopped: Promise<unknown> = untilStopped(uncaughtToolError),
): Promise<number> {
  const [, ...names] = options.words;
  if (names.length === 0) throw new UsageError('skills serve --mcp needs at least one skill');
  const chosen = chosenSkills(names, options.params);
  return options.http ? overHttp(chosen, options, stopped) : overStreams(chosen, options, stopped);
}

async function overStreams(
  chosen: readonly SkillChoice[],
  options: SkillOptions,
  stopped: Promise<unknown>,
): Promise<number> {
  const output = ownOutput();
  const agent = await loadedAgent(chosen, options);
  logStart(agent, options, 'on standard streams');
  await serveStdio(agent, { isLive: options.live, input: process.stdin, output, stopped });
  await agent.close();
  return FINE;
}

async function overHttp(
  chosen: readonly SkillChoice[],
  options: SkillOptions,
  stopped: Promise<unknown>,
): Promise<number> {
  const output = ownOutput();
  const agent = await loadedAgent(chosen, options);
  const { live, port } = options;
  const server = await serveHttp(agent, { isLive: live, port, token: process.env.PATCHBAY_MCP_TOKEN || undefined });
  logStart(agent, options, `at ${server.url}, until Ctrl-C`);
  const entry = { type: 'http', url: server.url, headers: { Authorization: `Bearer ${server.token}` } };
  output.write(`${JSON.stringify({ mcpServers: { patchbay: entry } }, null, 2)}\n`);
  await stopped;
  await server.close();
  await agent.close();
  return FINE;
}

function logStart(agent: Agent, { live }: SkillOptions, where: string): void {
  const { length } = agent.tools;
  const services = live ? 'using the real services' : 'recordings answer for services; --live uses the real ones';
  writeErr(`patchbay: ${length} ${length === 1 ? 'tool' : 'tools'} for MCP clients ${where}; ${services}\n`);
}

/** Standard output is for the program that reads it. Other output, such as `console.log`, goes to stderr. */
function ownOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  globalThis.console = new Console(process.stderr);
  return new Writable({ write: (chunk, _encoding, done) => void write(chunk, done) });
}
