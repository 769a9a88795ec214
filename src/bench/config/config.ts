import { z } from 'zod';
import { nearest } from '../../util/index.js';
import { type Bench, KEYS } from '../bench.js';

/** The start-up code of a config file. It receives the preloaded names and the mode. */
export type Start = (names: Bench['globals'] & { readonly mode: Bench['mode'] }) => unknown;

const Profile = z.strictObject({
  project: z.string().optional(),
  host: z.string().optional(),
  token: z.string().optional(),
});

/** The contents of `patchbay.config.ts`. Everything is optional. */
const Config = z.strictObject({
  /** Folders with a sub-folder for each skill, relative to the file. */
  skills: z.array(z.string().min(1)).max(50).default([]),
  /** Profiles for `--live --profile NAME`. Read the token from an environment variable; do not write it in the file. */
  profiles: z.record(z.string().regex(/^[a-z0-9][a-z0-9_-]{0,40}$/i), Profile).default({}),
  /** The keys of the prompt. `.keys` changes them for a session. */
  keys: z.enum(KEYS, `must be ${KEYS.map((keys) => `"${keys}"`).join(' or ')}`).optional(),
  /** Runs before the first input. The properties of its result become variables at the prompt. */
  start: z.custom<Start>((value) => typeof value === 'function', 'must be a function').optional(),
});
export type Config = z.infer<typeof Config>;

/** Validates the default export of a config file. Throws a TypeError that names the invalid field. */
export function configFrom(exported: unknown): Config {
  if (exported === undefined)
    throw new TypeError('it has no default export. Add one: export default { skills: [], profiles: {} }');
  const result = Config.safeParse(exported);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') throw new TypeError(unknownKeys(issue.path, issue.keys));
  throw new TypeError(`${issue?.path.join('.') || 'the default export'}: ${issue?.message}`);
}

function unknownKeys(path: readonly PropertyKey[], keys: readonly string[]): string {
  const known = Object.keys((path[0] === 'profiles' ? Profile : Config).shape);
  const named = keys.map((key) => {
    const meant = nearest(key, known);
    return `unknown key "${key}".${meant ? ` Did you mean "${meant}"?` : ` Known keys: ${known.join(', ')}`}`;
  });
  return [path.length > 0 ? `${path.join('.')}: ` : '', named.join(' ')].join('');
}
