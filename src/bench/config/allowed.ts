import { join } from 'node:path';
import { z } from 'zod';
import { assertOnlyOwnerWrites, changePrivate, configFolder, Mistake, readRegularFile } from '../../util/index.js';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Trusted code: one hash to compare, and one hash per part to name the parts that changed. */
const Trusted = z.object({ hash: Hash, parts: z.record(z.string(), Hash) });
export type Trusted = z.infer<typeof Trusted>;

/** The code that the user trusted: a config file and the skill folders that it names. */
const Allowance = Trusted.extend({ folders: z.record(z.string(), Trusted) });
export type Allowance = z.infer<typeof Allowance>;

const Allowances = z.record(z.string(), Allowance);

const fileOf = (env: NodeJS.ProcessEnv) => join(configFolder(env), 'allowed.json');

export function allowanceFor(config: string, env: NodeJS.ProcessEnv = process.env): Allowance | undefined {
  const all = read(env);
  return Object.hasOwn(all, config) ? all[config] : undefined;
}

/** Stores what the user trusts for a config file, or removes it when `allowance` is undefined. */
export function allow(config: string, allowance: Allowance | undefined, env: NodeJS.ProcessEnv = process.env): void {
  const change = () => {
    const { [config]: _, ...others } = read(env);
    const all = allowance === undefined ? others : { ...others, [config]: allowance };
    return `${JSON.stringify(all, null, 2)}\n`;
  };
  changePrivate(fileOf(env), change, { variable: 'PATCHBAY_CONFIG_DIR' });
}

/** A damaged file or one from an earlier version allows nothing. A file that other users can change is an error. */
function read(env: NodeJS.ProcessEnv): Readonly<Record<string, Allowance>> {
  const file = fileOf(env);
  assertOnlyOwnerWrites(file);
  try {
    return Allowances.parse(JSON.parse(readRegularFile(file).toString()));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw new Mistake(`cannot read ${file}: permission denied`, { cause: error });
    return {};
  }
}
