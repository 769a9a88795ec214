import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { configFolder } from '../../util/index.js';

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
  const file = fileOf(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}.new`;
  const all = allowance === undefined ? others : { ...others, [config]: allowance };
  writeFileSync(fresh, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
}

/** A file that is damaged allows nothing. */
function read(env: NodeJS.ProcessEnv): Readonly<Record<string, Allowance>> {
  try {
    return Allowances.parse(JSON.parse(readFileSync(fileOf(env), 'utf8')));
  } catch {
    return {};
  }
}
