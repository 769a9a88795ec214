import { realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { SkillFolder } from '../../skills/index.js';
import { CONFIG_FILE } from './open-config.js';

type Trusted = Pick<SkillFolder, 'folder' | 'isUnchanged'>;

/**
 * Decides in which folders the commands of a SKILL.md (`` !`command` ``) may run. Below the directory of a config file,
 * these are the trusted skill folders that the file names. Elsewhere, the code that enables the commands decides.
 */
export class CommandFolders {
  #directory: string | undefined;
  #trusted: readonly Trusted[] = [];

  /** Limits commands below the directory of a config file to the folders that are trusted with the file. */
  limitTo(directory: string, trusted: readonly Trusted[]): void {
    this.#directory = realpathSync(directory);
    this.#trusted = trusted;
  }

  refusal(folder: string): string | undefined {
    if (this.#directory === undefined || !isBelow(folder, this.#directory)) return undefined;
    const trusted = this.#trusted.find((one) => isBelow(folder, realpathSync(one.folder)));
    const display = relative(this.#directory, folder) || '.';
    const config = join(this.#directory, CONFIG_FILE);
    if (!trusted)
      return `the folder ${display} is not trusted. Add it to \`skills\` in ${config}, then run \`patchbay config allow\``;
    return trusted.isUnchanged()
      ? undefined
      : `the folder ${display} has changed since you allowed it. Read it, run \`patchbay config allow\`, and start again`;
  }
}

const isBelow = (path: string, folder: string): boolean => `${resolve(path)}${sep}`.startsWith(`${folder}${sep}`);
