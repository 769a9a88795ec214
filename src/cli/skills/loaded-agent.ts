import { setEgress } from '../../http/index.js';
import { clean } from '../../show/index.js';
import { Agent, missingSecrets, SkillLoadError } from '../../skills/index.js';
import { UsageError } from '../exit-codes.js';
import type { SkillOptions } from './options.js';

/** An agent with one skill. Nothing leaves this machine without --live; placeholders stand in for secrets and are told. */
export async function loadedAgent(name: string, { registry, params, live }: SkillOptions): Promise<Agent> {
  setEgress(live ? 'open' : 'loopback');
  const schema = (await registry.get_all_skills_schema())[name]?.parameters ?? {};
  const placeholders = live ? {} : missingSecrets(schema, params, process.env);
  const told = Object.keys(placeholders);
  if (told.length > 0) process.stderr.write(`patchbay: a placeholder stands for ${told.join(', ')}\n`);
  const agent = new Agent({ registry, env: process.env });
  agent.on('log', ({ level, message }) => level !== 'debug' && process.stderr.write(`patchbay: ${clean(message)}\n`));
  try {
    await agent.add_skill(name, { ...placeholders, ...params });
  } catch (error) {
    await agent.close();
    // What is wrong is on the command line: the name, or the parameters.
    if (error instanceof SkillLoadError) throw new UsageError(clean(error.message));
    throw error;
  }
  return agent;
}
