import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { serveHttp, serveStdio } from '../../mcp/index.js';
import { type Agent, uncaughtToolError } from '../../skills/index.js';
import { FINE, UsageError } from '../exit-codes.js';
import { writeErr } from '../output.js';
import { untilStopped } from '../until-stopped.js';
import { type Chosen, loadedAgent } from './loaded-agent.js';
import type { SkillOptions } from './options.js';

/**
 * Serves the tools of skills to MCP clients: on the standard streams until the client disconnects, or over HTTP until
 * Ctrl-C.
 */
export async function serveMcp(
  options: SkillOptions,
  stopped: Promise<unknown> = untilStopped(uncaughtToolError),
): Promise<number> {
  const [, ...names] = options.words;
  if (names.length === 0) throw new UsageError('skills serve --mcp takes one or more skills');
  const chosen = chosenSkills(names, options.params);
  return options.http ? overHttp(chosen, options, stopped) : overStreams(chosen, options, stopped);
}

/**
 * Assigns parameters to skills. With one skill, they are its parameters; with several, an object with parameters by
 * skill name.
 */
function chosenSkills(names: readonly string[], params: SkillOptions['params']): Chosen[] {
  const [first] = names;
  if (names.length === 1 && first !== undefined) return [{ name: first, params }];
  const stray = Object.keys(params).filter((name) => !names.includes(name));
  if (stray.length > 0)
    throw new UsageError(`with several skills --params takes an object by skill; ${stray.join(', ')} is none of them`);
  return names.flatMap((name) =>
    // A list loads the skill once for each item.
    [params[name] ?? {}].flat().map((given) => {
      if (typeof given !== 'object' || given === null)
        throw new UsageError(`the parameters of ${name} must be an object, or a list of objects`);
      return { name, params: given as Chosen['params'] };
    }),
  );
}

async function overStreams(
  chosen: readonly Chosen[],
  options: SkillOptions,
  stopped: Promise<unknown>,
): Promise<number> {
  const output = ownOutput();
  const agent = await loadedAgent(chosen, options);
  say(agent, options, 'on its standard streams');
  await serveStdio(agent, { isLive: options.live, input: process.stdin, output, stopped });
  await agent.close();
  return FINE;
}

async function overHttp(chosen: readonly Chosen[], options: SkillOptions, stopped: Promise<unknown>): Promise<number> {
  const output = ownOutput();
  const agent = await loadedAgent(chosen, options);
  const { live, port } = options;
  const server = await serveHttp(agent, { isLive: live, port, token: process.env.PATCHBAY_MCP_TOKEN || undefined });
  say(agent, options, `at ${server.url} (Ctrl-C stops it)`);
  const entry = { type: 'http', url: server.url, headers: { Authorization: `Bearer ${server.token}` } };
  output.write(`${JSON.stringify({ mcpServers: { patchbay: entry } }, null, 2)}\n`);
  await stopped;
  await server.close();
  await agent.close();
  return FINE;
}

function say(agent: Agent, { live }: SkillOptions, where: string): void {
  const { length } = agent.tools;
  const services = live ? 'services are asked really' : 'recordings answer for services, until --live';
  writeErr(`patchbay: ${length} ${length === 1 ? 'tool' : 'tools'} for MCP clients ${where}; ${services}\n`);
}

/**
 * Reserves standard output for the program that reads it. Other output, such as `console.log` in a skill, goes to
 * stderr.
 */
function ownOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  globalThis.console = new Console(process.stderr);
  return new Writable({ write: (chunk, _encoding, done) => void write(chunk, done) });
}
