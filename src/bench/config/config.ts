import { z } from 'zod';
import type { Bench } from '../bench.js';

/** What the start-up code finds. */
export type Start = (names: Bench['globals'] & { readonly mode: Bench['mode'] }) => unknown;

const Profile = z.strictObject({
  project: z.string().optional(),
  host: z.string().optional(),
  token: z.string().optional(),
});

/** What `patchbay.config.ts` may say. Everything is optional. */
const Config = z.strictObject({
  /** Folders with a sub-folder for each skill, relative to the file. */
  skills: z.array(z.string().min(1)).max(50).default([]),
  /** For `--live --profile NAME`. The token belongs into the environment, not into the file. */
  profiles: z.record(z.string().regex(/^[a-z0-9][a-z0-9_-]{0,40}$/i), Profile).default({}),
  /** Runs before the first input; what it answers become names at the prompt. */
  start: z.custom<Start>((value) => typeof value === 'function', 'takes a function').optional(),
});
export type Config = z.infer<typeof Config>;

/** The default export of a config file, or what is wrong with it. */
export function configFrom(exported: unknown): Config {
  if (exported === undefined)
    throw new TypeError('it has no default export: export default { skills: [], profiles: {} }');
  const result = Config.safeParse(exported);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new TypeError(`${issue?.path.join('.') || 'the default export'}: ${issue?.message}`);
}
