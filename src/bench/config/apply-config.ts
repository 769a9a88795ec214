import { relative, resolve } from 'node:path';
import type { Profile } from '../../commands/index.js';
import { clean } from '../../show/index.js';
import type { SkillRegistry } from '../../skills/index.js';
import type { Bench } from '../bench.js';
import type { CommandFolders } from './command-folders.js';
import { CONFIG_FILE, findConfig, type UsableConfig } from './open-config.js';

interface Applied {
  readonly profiles: Readonly<Record<string, Profile>>;
  /** Runs the start-up code. The caller runs it last, when the mode is set. */
  start(): Promise<void>;
}

const READ_IT = 'Read it with `patchbay config`, then run `patchbay config allow`';
const MAX_LISTED = 3;

const listed = (changes: readonly string[]): string =>
  changes.length > MAX_LISTED
    ? `${changes.slice(0, MAX_LISTED).join(', ')}, and ${changes.length - MAX_LISTED} more`
    : changes.join(', ');

const NOTHING: Applied = { profiles: {}, start: async () => {} };

/** Uses the config file of a folder if the user trusts it. Otherwise, a notice names the problem. */
export async function applyConfig(bench: Bench, directory: string, commands: CommandFolders): Promise<Applied> {
  const notify = (text: string) =>
    bench.log.append({ kind: 'notice', text: bench.knownSecrets.text(clean(`${CONFIG_FILE} ${text}`)) });
  try {
    const found = await findConfig(directory);
    if (!found) return NOTHING;
    if (found.status !== 'allowed') {
      notify(
        `is not used: ${found.status === 'new' ? 'you have not allowed it yet' : listed(found.changes)}. ${READ_IT}`,
      );
      return NOTHING;
    }
    const config = await found.use();
    commands.limitTo(directory, config.skills);
    if (config.keys) bench.setKeys(config.keys);
    const registry = bench.globals.registry as SkillRegistry;
    for (const skills of config.skills) registry.add_skill_directory(skills.folder, skills);
    for (const { folder, changes } of config.changed) {
      const why = changes.length > 0 ? listed(changes) : 'you have not allowed it yet';
      notify(
        `names the skill folder ${relative(resolve(directory), folder) || '.'}, which is not used: ${why}. ${READ_IT}`,
      );
    }
    return { profiles: profilesOf(config), start: () => start(config, bench, notify) };
  } catch (error) {
    notify(`cannot be used: ${error instanceof Error ? error.message : String(error)}`);
    return NOTHING;
  }
}

const profilesOf = ({ profiles }: UsableConfig): Record<string, Profile> =>
  Object.fromEntries(
    Object.entries(profiles).map(([name, { project = '', host = '', token = '' }]) => [name, { project, host, token }]),
  );

async function start({ start: run }: UsableConfig, bench: Bench, notify: (text: string) => void): Promise<void> {
  if (!run) return;
  try {
    const names = await run({ ...bench.globals, mode: bench.mode });
    if (typeof names === 'object' && names !== null) bench.define(names as Readonly<Record<string, unknown>>);
  } catch (error) {
    notify(`has start-up code that failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
