import { uncaughtToolError } from '../../skills/index.js';
import { FINE, UsageError } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { untilStopped } from '../signals.js';
import { loadedAgent } from './loaded-agent.js';
import type { SkillOptions } from './options.js';

/** The call id in the printed addresses. */
const CALL = 'try';

/** Serves the tools of one skill until Ctrl-C, and prints a `curl` command to try each of them. */
export async function serve(
  options: SkillOptions,
  stopped: Promise<unknown> = untilStopped(uncaughtToolError),
): Promise<number> {
  const [, name, ...more] = options.words;
  if (name === undefined || more.length > 0) throw new UsageError('skills serve needs the name of a skill');
  const agent = await loadedAgent([{ name, params: options.params }], options);
  const server = await agent.serve(options.port);
  const example = (await options.registry.get_skill_class(name))?.EXAMPLE;
  const commands = agent.tools.map(({ name: tool, parameters: { required = [] } }, _, tools) => {
    const isExample = required.length > 0 && (tool === example?.tool || tools.length === 1);
    const args = (isExample && example?.args) || {};
    const body = JSON.stringify({ function: tool, call_id: CALL, argument: { parsed: [args] } });
    return `curl -H 'content-type: application/json' -d '${body.replaceAll("'", `'\\''`)}' '${server.address(CALL, tool)}'`;
  });
  writeOut(
    `Serving the tools of ${name} at ${server.url}/swaig. Ctrl-C stops the server. These commands work for 15 minutes:\n\n${commands.join('\n')}\n`,
  );
  await stopped;
  await agent.close();
  return FINE;
}
