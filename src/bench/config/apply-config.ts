import { clean } from '../../show/index.js';
import type { SkillRegistry } from '../../skills/index.js';
import type { Bench } from '../bench.js';
import type { Profile } from '../profiles.js';
import type { Config } from './config.js';
import { CONFIG_FILE, findConfig } from './open-config.js';

interface Applied {
  readonly profiles: Readonly<Record<string, Profile>>;
  /** The start-up code, for the moment when everything else is ready. */
  start(): Promise<void>;
}

const NOTHING: Applied = { profiles: {}, start: async () => {} };

/**
 * Uses the config file of a folder, if the user has allowed it. Whatever is wrong with it is said, and the bench opens
 * without it.
 */
export async function applyConfig(bench: Bench, directory: string): Promise<Applied> {
  const say = (text: string) =>
    bench.log.append({ kind: 'notice', text: bench.discretion.text(clean(`${CONFIG_FILE} ${text}`)) });
  try {
    const found = await findConfig(directory);
    if (!found) return NOTHING;
    if (found.status !== 'allowed') {
      const why =
        found.status === 'new' ? 'is here, and nobody has allowed it yet' : 'has changed since it was allowed';
      say(`${why}: it is not used. Read it, then: patchbay config allow`);
      return NOTHING;
    }
    const config = await found.use();
    for (const folder of config.skills) (bench.globals.registry as SkillRegistry).add_skill_directory(folder);
    if (config.changed.length > 0)
      say(
        `names ${config.changed.join(', ')}, which changed since it was allowed and is not used. Read it, then: patchbay config allow`,
      );
    return { profiles: profilesOf(config), start: () => start(config, bench, say) };
  } catch (error) {
    say(`cannot be used: ${error instanceof Error ? error.message : String(error)}`);
    return NOTHING;
  }
}

const profilesOf = ({ profiles }: Config): Record<string, Profile> =>
  Object.fromEntries(
    Object.entries(profiles).map(([name, { project = '', host = '', token = '' }]) => [name, { project, host, token }]),
  );

async function start({ start: run }: Config, bench: Bench, say: (text: string) => void): Promise<void> {
  if (!run) return;
  try {
    const names = await run({ ...bench.globals, mode: bench.mode });
    if (typeof names === 'object' && names !== null) bench.define(names as Readonly<Record<string, unknown>>);
  } catch (error) {
    say(`has start-up code that failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
