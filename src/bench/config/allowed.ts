import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { assertOnlyOwnerWrites, configFolder, Mistake, writePrivate } from '../../util/index.js';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Code as it was when the user trusted it: one hash to compare, and the hash of each part to name what changed. */
const Trusted = z.object({ hash: Hash, parts: z.record(z.string(), Hash) });
export type Trusted = z.infer<typeof Trusted>;

/** What the user agreed to run: the code of a config file, and of the skill folders that it names. */
const Allowance = Trusted.extend({ folders: z.record(z.string(), Trusted) });
export type Allowance = z.infer<typeof Allowance>;

const Allowances = z.record(z.string(), Allowance);

const fileOf = (env: NodeJS.ProcessEnv) => join(configFolder(env), 'allowed.json');

export function allowanceFor(config: string, env: NodeJS.ProcessEnv = process.env): Allowance | undefined {
  const all = read(env);
  return Object.hasOwn(all, config) ? all[config] : undefined;
}

/** Remembers, or forgets. */
export function allow(config: string, allowance: Allowance | undefined, env: NodeJS.ProcessEnv = process.env): void {
  const { [config]: _, ...others } = read(env);
  const all = allowance === undefined ? others : { ...others, [config]: allowance };
  writePrivate(fileOf(env), `${JSON.stringify(all, null, 2)}\n`, { variable: 'PATCHBAY_CONFIG_DIR' });
}

/** A file that is damaged, or of an earlier version, allows nothing. One that others can change is an error. */
function read(env: NodeJS.ProcessEnv): Readonly<Record<string, Allowance>> {
  const file = fileOf(env);
  assertOnlyOwnerWrites(file);
  try {
    return Allowances.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw new Mistake(`${file} cannot be read: permission denied`, { cause: error });
    return {};
  }
}
