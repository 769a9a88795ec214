import { setEgress } from '../../http/index.js';
import { offlineServices } from '../../services/index.js';
import { clean } from '../../show/index.js';
import { Agent, SkillLoadError } from '../../skills/index.js';
import { UsageError } from '../exit-codes.js';
import type { SkillOptions } from './options.js';

/** A skill, and what it is loaded with. */
export interface Chosen {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** An agent with the skills. Without --live, recordings answer for services, and placeholders stand in for secrets. */
export async function loadedAgent(skills: readonly Chosen[], { registry, live, replay }: SkillOptions): Promise<Agent> {
  const services = live ? undefined : offlineServices(replay === undefined ? {} : { recording: await opened(replay) });
  setEgress(live ? 'open' : 'loopback', services);
  const agent = new Agent({ registry, env: process.env, placeholders: () => !live });
  agent.on('log', ({ level, message }) => level !== 'debug' && process.stderr.write(`patchbay: ${clean(message)}\n`));
  try {
    for (const { name, params } of skills) await agent.add_skill(name, params);
  } catch (error) {
    await agent.close();
    // What is wrong is on the command line: the name, or the parameters.
    if (error instanceof SkillLoadError) throw new UsageError(clean(error.message));
    throw error;
  }
  return agent;
}

/** The file format's schemas take a while to load: only a replay pays for them. */
const opened = async (file: string) => (await import('../../cassette/index.js')).openCassette(file);
