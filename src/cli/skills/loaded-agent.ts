import { setEgress } from '../../http/index.js';
import { type OfflineOptions, offlineServices } from '../../services/index.js';
import { Agent, SkillLoadError } from '../../skills/index.js';
import { UsageError } from '../exit-codes.js';
import { writeErr } from '../output.js';
import type { SkillOptions } from './options.js';

export interface SkillChoice {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** `params` are the parameters of the only skill, or of several skills by their names. */
export function chosenSkills(names: readonly string[], params: SkillOptions['params']): SkillChoice[] {
  const [first] = names;
  if (names.length === 1 && first !== undefined) return [{ name: first, params }];
  const unknown = Object.keys(params).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new UsageError(
      `with several skills, --params must be an object by skill; ${unknown.join(', ')} is not one of the skills`,
    );
  return names.flatMap((name) =>
    // A list loads the skill once for each item.
    [params[name] ?? {}].flat().map((given) => {
      if (typeof given !== 'object' || given === null)
        throw new UsageError(`the parameters of ${name} must be an object, or a list of objects`);
      return { name, params: given as SkillChoice['params'] };
    }),
  );
}

/** Without --live, recordings answer for services, and placeholders replace missing secrets. */
export async function loadedAgent(skills: readonly SkillChoice[], options: SkillOptions): Promise<Agent> {
  const { registry, live } = options;
  await applyEgress(options);
  const agent = new Agent({ registry, env: process.env, placeholders: () => !live });
  agent.on('log', ({ level, message }) => level !== 'debug' && writeErr(`patchbay: ${message}\n`));
  try {
    for (const { name, params } of skills) await agent.add_skill(name, params);
  } catch (error) {
    await agent.close();
    // The name or the parameters on the command line are wrong.
    if (error instanceof SkillLoadError) throw new UsageError(error.message);
    throw error;
  }
  return agent;
}

/** Lets skills reach services only with --live. Without it, recordings answer for them. */
export async function applyEgress(options: SkillOptions): Promise<void> {
  const { live } = options;
  setEgress(live ? 'open' : 'loopback', live ? undefined : offlineServices(await recordingOf(options)));
}

async function recordingOf({ replay, check }: SkillOptions): Promise<OfflineOptions> {
  if (replay === undefined) return {};
  const onMiss = (request: string) =>
    writeErr(
      `patchbay: ${request} is not in ${replay}. From now on, recordings of the package answer. With --check, this is an error.\n`,
    );
  return { recording: await opened(replay), strict: check, onMiss };
}

/** Loading the schemas of the file format takes time, so only a replay imports them. */
const opened = async (file: string) => (await import('../../cassette/index.js')).openCassette(file);
