import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { ReadModule } from '../../modules/index.js';
import type { SkillFolder } from '../../skills/index.js';
import type { Trusted } from './allowed.js';
import type { Config } from './config.js';

export const CONFIG_FILE = 'patchbay.config.ts';

/** A config file that was found and read. Only `use` and `allow` run it: the text that was read, not the file. */
export interface ConfigFile {
  readonly file: string;
  /** Whether it is as the user trusted it. */
  readonly status: 'allowed' | 'new' | 'changed';
  /** Files that are new, changed or gone since then: `lib/more.ts changed`. */
  readonly changes: readonly string[];
  /** All files outside packages whose code runs with it. */
  readonly files: readonly string[];
  /** What trust does not cover to the byte, one sentence each. */
  readonly uncovered: readonly string[];
  /** Its contents, with the skill folders that may be used now. */
  use(): Promise<UsableConfig>;
  /** From now on it is used, as it is at this moment. */
  allow(): Promise<UsableConfig>;
}

export interface UsableConfig extends Omit<Config, 'skills'> {
  /** Folders as they were read, and as they are trusted. */
  readonly skills: readonly SkillFolder[];
  /** Folders that are not used because they changed since they were trusted. */
  readonly changed: readonly ChangedFolder[];
}

export interface ChangedFolder {
  readonly folder: string;
  readonly changes: readonly string[];
}

/** The config file of a folder, read and not run; undefined when the folder has no such file. */
export async function findConfig(directory: string): Promise<ConfigFile | undefined> {
  const file = join(resolve(directory), CONFIG_FILE);
  if (!existsSync(file)) return undefined;
  // Only a folder that has such a file pays for reading it.
  const [{ readModule }, { allow, allowanceFor }] = await Promise.all([
    import('../../modules/index.js'),
    import('./allowed.js'),
  ]);
  const trusted = allowanceFor(file);
  const module = await readModule(file, { sealed: true });
  const seen = (path: string) => relative(dirname(file), path);
  const read = () => configIn(module, dirname(file));
  return {
    file,
    files: module.files,
    uncovered: module.uncovered,
    changes: trusted ? changesIn(trusted, module, seen) : [],
    status: trusted === undefined ? 'new' : trusted.hash === module.hash ? 'allowed' : 'changed',
    async use() {
      const config = await read();
      const isSame = ({ folder, hash }: SkillFolder) => trusted?.folders[folder]?.hash === hash;
      const changed = config.skills
        .filter((one) => !isSame(one))
        .map((one) => ({ folder: one.folder, changes: changesIn(trusted?.folders[one.folder], one, seen) }));
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

/** Runs the file, and reads the skill folders that it names. */
async function configIn(module: ReadModule, directory: string) {
  const [{ configFrom }, { readSkillFolder }] = await Promise.all([
    import('./config.js'),
    import('../../skills/index.js'),
  ]);
  const config = configFrom((await module.run()).default);
  const folders = config.skills.map((folder) => resolve(directory, folder));
  return { ...config, skills: await Promise.all(folders.map(readSkillFolder)) };
}

function changesIn(before: Trusted | undefined, now: Trusted, seen: (path: string) => string): string[] {
  if (!before || before.hash === now.hash) return [];
  const paths = [...new Set([...Object.keys(before.parts), ...Object.keys(now.parts)])].sort();
  const changes = paths.flatMap((path) => {
    const [old, fresh] = [before.parts[path], now.parts[path]];
    if (old === fresh) return [];
    return `${seen(path)} ${old === undefined ? 'is new' : fresh === undefined ? 'is gone' : 'changed'}`;
  });
  return changes.length > 0 ? changes : ['a name, a link, a compiler setting, or the version of Patchbay changed'];
}

export async function forgetConfig(directory: string): Promise<void> {
  const { allow } = await import('./allowed.js');
  allow(join(resolve(directory), CONFIG_FILE), undefined);
}
