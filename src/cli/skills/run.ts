import { asJson } from '../../show/index.js';
import { DIFFERENT, FAILED, FINE, isMiss, UsageError } from '../exit-codes.js';
import { print, writeErr } from '../output.js';
import { loadedAgent } from './loaded-agent.js';
import { jsonObject, type SkillOptions } from './options.js';

/** Calls one tool of a skill, prints its result, and logs its requests on stderr. */
export async function run(options: SkillOptions): Promise<number> {
  const [, name, tool, args = '{}', ...more] = options.words;
  if (name === undefined || tool === undefined || more.length > 0)
    throw new UsageError('skills run needs a skill, one of its tools, and optionally arguments as JSON');
  const given = jsonObject('the last argument', args);
  const agent = await loadedAgent([{ name, params: options.params }], options);
  let isMissed = false;
  agent.on('http', ({ method, url, status, fault, error }) => {
    isMissed ||= fault === 'miss';
    // The error at the end of the call lists the recorded requests.
    const outcome = fault === 'miss' ? 'not recorded' : (status ?? error);
    writeErr(`patchbay: ${method} ${url} → ${outcome}\n`);
  });
  try {
    const result = await agent.call_tool(tool, given);
    const { response, ...rest } = result.to_dict();
    const isPlainText = !options.json && typeof response === 'string' && Object.keys(rest).length === 0;
    print(isPlainText ? response : asJson(result));
    // The skill may have caught the error and returned an apology.
    return isMissed ? DIFFERENT : FINE;
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    writeErr(`patchbay: ${error instanceof Error ? error.message : String(error)}\n`);
    return isMiss(error) ? DIFFERENT : FAILED;
  } finally {
    await agent.close();
  }
}
