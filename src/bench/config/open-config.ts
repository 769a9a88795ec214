import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Config } from './config.js';
import { folderHash } from './folder-hash.js';

export const CONFIG_FILE = 'patchbay.config.ts';

/** A config file that was found. Only `use` and `allow` run it. */
export interface ConfigFile {
  readonly file: string;
  /** Whether it is as the user allowed it; a changed one has to be allowed anew. */
  readonly status: 'allowed' | 'new' | 'changed';
  /** All files whose code runs with it. */
  readonly files: readonly string[];
  /** What it says, with its skill folders as they may be used now. */
  use(): Promise<UsableConfig>;
  /** From now on it is used, as it is at this moment. */
  allow(): Promise<UsableConfig>;
}

interface UsableConfig extends Config {
  /** Folders that have changed since they were allowed: they are left out of `skills`. */
  readonly changed: readonly string[];
}

/** The config file of a folder, read and not run; nothing when there is none. */
export async function findConfig(directory: string): Promise<ConfigFile | undefined> {
  const file = join(resolve(directory), CONFIG_FILE);
  if (!existsSync(file)) return undefined;
  // Only a folder that has such a file pays for reading it.
  const [{ readModule, SourceError }, { allow, allowanceFor }] = await Promise.all([
    import('../../eval/index.js'),
    import('./allowed.js'),
  ]);
  const module = await readModule(file).catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error;
    const place = `${relative(dirname(file), error.filename)}:${error.line}:${error.column}`;
    throw new TypeError(`${place}: ${error.message}`, { cause: error });
  });
  const code = createHash('sha256').update(module.code).digest('hex');
  const allowed = allowanceFor(file);
  const read = async () => {
    const { configFrom } = await import('./config.js');
    const config = configFrom((await module.run()).default);
    return { ...config, skills: config.skills.map((folder) => resolve(dirname(file), folder)) };
  };
  return {
    file,
    files: module.files,
    status: allowed === undefined ? 'new' : allowed.code === code ? 'allowed' : 'changed',
    async use() {
      const config = await read();
      const same = config.skills.filter((folder) => allowed?.folders[folder] === folderHash(folder));
      return { ...config, skills: same, changed: config.skills.filter((folder) => !same.includes(folder)) };
    },
    async allow() {
      const config = await read();
      allow(file, { code, folders: Object.fromEntries(config.skills.map((folder) => [folder, folderHash(folder)])) });
      return { ...config, changed: [] };
    },
  };
}

export async function forgetConfig(directory: string): Promise<void> {
  const { allow } = await import('./allowed.js');
  allow(join(resolve(directory), CONFIG_FILE), undefined);
}
