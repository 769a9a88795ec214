import { jsonObject, parse, serveUse } from '../../commands/index.js';
import { uncaughtToolError } from '../../skills/index.js';
import { FINE, UsageError } from '../exit-codes.js';
import { portOf } from '../options.js';
import { writeOut } from '../output.js';
import { untilStopped } from '../signals.js';
import { chosenSkills, loadedAgent } from './loaded-agent.js';
import { skillSource } from './skill-source.js';

const CALL = 'try';

/** Serves the tools of skills until Ctrl-C, and prints a `curl` command to try each of them. */
export async function serveSkills(
  args: readonly string[],
  stopped: Promise<unknown> = untilStopped(uncaughtToolError),
): Promise<number> {
  const { values, positionals: names } = parse(args, serveUse.options);
  const { mcp = false, http = values.port !== undefined } = values;
  const port = portOf(values.port ?? '0');
  const source = await skillSource(values);
  const params = jsonObject('--params', values.params ?? '{}');
  if (names.length === 0) throw new UsageError(`skills serve ${mcp ? '--mcp ' : ''}needs at least one skill`);
  const chosen = chosenSkills(names, params);
  if (mcp) return (await import('./serve-mcp.js')).serveMcp(chosen, source, { port: http ? port : undefined, stopped });
  const agent = await loadedAgent(chosen, source);
  const server = await agent.serve(port);
  const classes = await Promise.all(names.map((name) => source.registry.get_skill_class(name)));
  const examples = classes.map((skill) => skill?.EXAMPLE);
  const commands = agent.tools.map(({ name: tool, parameters: { required = [] } }, _, tools) => {
    // With parameters, the only tool of a skill may have another name than in its example.
    const example = tools.length === 1 ? examples[0] : examples.find((one) => one?.tool === tool);
    const args = (required.length > 0 && example?.args) || {};
    const body = JSON.stringify({ function: tool, call_id: CALL, argument: { parsed: [args] } });
    return `curl -H 'content-type: application/json' -d '${body.replaceAll("'", `'\\''`)}' '${server.address(CALL, tool)}'`;
  });
  writeOut(
    `Serving the tools of ${names.join(' and ')} at ${server.url}/swaig. Ctrl-C stops the server. These commands work for 15 minutes:\n\n${commands.join('\n')}\n`,
  );
  await stopped;
  await agent.close();
  return FINE;
}
