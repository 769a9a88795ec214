import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { ReadModule } from '../../modules/index.js';
import type { SkillFolder } from '../../skills/index.js';
import type { Trusted } from './allowed.js';
import type { Config } from './config.js';

export const CONFIG_FILE = 'patchbay.config.ts';

/** A config file that was read but not run. Only `use` and `allow` run it, and they run the text that was read. */
export interface ConfigFile {
  readonly file: string;
  /** Whether the user trusted the file in its current state. */
  readonly status: 'allowed' | 'new' | 'changed';
  /** Files that are new, changed or gone since the user trusted them, such as `lib/more.ts changed`. */
  readonly changes: readonly string[];
  /** All files whose code runs with the config file, except the files of packages. */
  readonly files: readonly string[];
  /** Code that can run although the trusted hash does not cover it byte by byte. One sentence each. */
  readonly uncovered: readonly string[];
  /** Runs the file and returns its contents, with only the skill folders that are trusted in their current state. */
  use(): Promise<UsableConfig>;
  /** Trusts the file as it was read, and its skill folders as they are now. */
  allow(): Promise<UsableConfig>;
}

export interface UsableConfig extends Omit<Config, 'skills'> {
  readonly skills: readonly SkillFolder[];
  /** Skill folders that are not used, because they are new or changed since the user trusted the file. */
  readonly changed: readonly ChangedFolder[];
}

export interface ChangedFolder {
  readonly folder: string;
  readonly changes: readonly string[];
}

/** Reads the config file of a folder without running it. Returns undefined when the file does not exist. */
export async function findConfig(directory: string): Promise<ConfigFile | undefined> {
  const file = join(resolve(directory), CONFIG_FILE);
  if (!existsSync(file)) return undefined;
  // Loaded on demand, because only a folder with a config file needs these modules.
  const [{ readModule }, { allow, allowanceFor }] = await Promise.all([
    import('../../modules/index.js'),
    import('./allowed.js'),
  ]);
  const trusted = allowanceFor(file);
  const module = await readModule(file, { sealed: true });
  const display = (path: string) => relative(dirname(file), path);
  const read = () => configIn(module, dirname(file));
  return {
    file,
    files: module.files,
    uncovered: module.uncovered,
    changes: trusted ? changesIn(trusted, module, display) : [],
    status: trusted === undefined ? 'new' : trusted.hash === module.hash ? 'allowed' : 'changed',
    async use() {
      const config = await read();
      const isSame = ({ folder, hash }: SkillFolder) => trusted?.folders[folder]?.hash === hash;
      const changed = config.skills
        .filter((one) => !isSame(one))
        .map((one) => ({ folder: one.folder, changes: changesIn(trusted?.folders[one.folder], one, display) }));
      return { ...config, skills: config.skills.filter(isSame), changed };
    },
    async allow() {
      const config = await read();
      const folders = config.skills.map(({ folder, hash, parts }) => [folder, { hash, parts }] as const);
      allow(file, { hash: module.hash, parts: module.parts, folders: Object.fromEntries(folders) });
      return { ...config, changed: [] };
    },
  };
}

async function configIn(module: ReadModule, directory: string) {
  const [{ configFrom }, { readSkillFolder }] = await Promise.all([
    import('./config.js'),
    import('../../skills/index.js'),
  ]);
  const config = configFrom((await module.run()).default);
  const folders = config.skills.map((folder) => resolve(directory, folder));
  return { ...config, skills: await Promise.all(folders.map(readSkillFolder)) };
}

export function changesIn(
  previous: Trusted | undefined,
  current: Trusted,
  display: (path: string) => string,
): string[] {
  if (!previous || previous.hash === current.hash) return [];
  const paths = [...new Set([...Object.keys(previous.parts), ...Object.keys(current.parts)])].sort();
  const changes = paths.flatMap((path) => {
    const [old, latest] = [previous.parts[path], current.parts[path]];
    if (old === latest) return [];
    return `${display(path)} ${old === undefined ? 'is new' : latest === undefined ? 'was removed' : 'changed'}`;
  });
  return changes.length > 0 ? changes : ['a name, a link, a compiler setting, or the version of Patchbay changed'];
}

/** Stops trusting the config file of a folder. Returns false if it was not trusted. */
export async function forgetConfig(directory: string): Promise<boolean> {
  const { allow, allowanceFor } = await import('./allowed.js');
  const file = join(resolve(directory), CONFIG_FILE);
  if (!allowanceFor(file)) return false;
  allow(file, undefined);
  return true;
}
