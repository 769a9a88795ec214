import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CREDENTIAL_VARIABLES, credentialsFrom } from '../client/index.js';
import {
  assertOnlyOwnerWrites,
  attempt,
  changePrivate,
  configFolder,
  isPlain,
  Mistake,
  nearest,
  readRegularFile,
} from '../util/index.js';

export interface Profile {
  readonly project: string;
  readonly host: string;
  readonly token: string;
}

export interface Profiles {
  /** The name of the profile to use when the environment has no credentials. */
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const NAME = /^[a-z0-9][a-z0-9_-]{0,40}$/i;

const fileOf = (env: NodeJS.ProcessEnv) => join(configFolder(env), 'profiles.json');

/** Returns the profiles of the user, and those in `more` with other names. */
export function readProfiles(env: NodeJS.ProcessEnv = process.env, more: Profiles['profiles'] = {}): Profiles {
  const stored = storedProfiles(env);
  return { ...stored, profiles: { ...more, ...stored.profiles } };
}

function storedProfiles(env: NodeJS.ProcessEnv): Profiles {
  const file = fileOf(env);
  let text: string;
  assertOnlyOwnerWrites(file);
  try {
    // The file contains tokens, so it is not used while other users can read it.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new Mistake(`other users can read ${file}. Run: chmod 600 ${file}`);
    text = readRegularFile(file).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw error;
  }
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Profiles>;
    const known = Object.entries(profiles ?? {}).filter(([name, one]) => NAME.test(name) && isProfile(one));
    return { ...(typeof current === 'string' && { current }), profiles: Object.fromEntries(known) };
  } catch {
    throw new Mistake(`${file} is damaged. Remove it and add the profiles again`);
  }
}

export function addProfile(name: string, profile: Profile, env: NodeJS.ProcessEnv = process.env): void {
  if (!NAME.test(name)) throw new Mistake('a profile name can contain only letters, digits, `-` and `_`');
  // Throws for credentials that the client would reject later.
  credentialsFrom({ ...profile }, {});
  changeProfiles(env, ({ current, profiles }) => ({
    current: current ?? name,
    profiles: { ...profiles, [name]: profile },
  }));
}

export function chooseProfile(name: string, env: NodeJS.ProcessEnv = process.env): void {
  changeProfiles(env, (known) => {
    profileNamed(name, known);
    return { ...known, current: name };
  });
}

export function removeProfile(name: string, env: NodeJS.ProcessEnv = process.env): void {
  changeProfiles(env, (known) => {
    profileNamed(name, known);
    const { [name]: _, ...profiles } = known.profiles;
    const { current } = known;
    return { profiles, ...(current !== undefined && current !== name && { current }) };
  });
}

/** Uses the requested profile, else the environment, else the current profile. */
export function liveCredentials(
  requested: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
  more: Profiles['profiles'] = {},
) {
  const credentialsOf = (name: string) => validated(completeProfile(name, readProfiles(env, more)), {});
  if (requested !== undefined) return { credentials: credentialsOf(requested), source: `profile ${requested}` };
  // The environment and a profile are never combined, because they may belong to different projects.
  const isInEnvironment = Object.values(CREDENTIAL_VARIABLES).some((variable) => env[variable]);
  const { current } = isInEnvironment ? { current: undefined } : readProfiles(env);
  if (current === undefined) return { credentials: validated({}, env), source: 'the environment' };
  return { credentials: credentialsOf(current), source: `profile ${current}` };
}

/** The host of the space that live requests would go to, or undefined without valid credentials. */
export const liveHost = (env: NodeJS.ProcessEnv = process.env): string | undefined =>
  attempt(() => new URL(liveCredentials(undefined, env).credentials.base).host);

/** Validates credentials. The error names the missing variables and how to set them. */
function validated(options: Parameters<typeof credentialsFrom>[0], env: NodeJS.ProcessEnv) {
  const missing = Object.values(CREDENTIAL_VARIABLES).filter((variable) => !env[variable]);
  if (Object.keys(options).length === 0 && missing.length > 0)
    throw new Mistake(
      `--live needs credentials: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set. Set ${missing.length === 1 ? 'it' : 'them'}, or add a profile: patchbay profile add NAME --project ID --space HOST`,
    );
  try {
    return credentialsFrom(options, env);
  } catch (error) {
    throw error instanceof TypeError ? new Mistake(error.message) : error;
  }
}

/** A profile of `patchbay.config.ts` may lack fields. The environment does not supply them. */
function completeProfile(name: string, profiles: Profiles): Profile {
  const profile = profileNamed(name, profiles);
  const missing = (['project', 'host', 'token'] as const).filter((field) => profile[field] === '');
  if (missing.length === 0) return profile;
  throw new Mistake(
    `Profile ${name} has no ${missing.join(' and no ')}. Add ${missing.length === 1 ? 'it' : 'them'} to patchbay.config.ts, or run: patchbay profile add ${name} --project ID --space HOST`,
  );
}

function profileNamed(name: string, { profiles }: Profiles): Profile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile) return profile;
  const names = Object.keys(profiles);
  const similar = nearest(name, names);
  const hint = similar
    ? `Did you mean ${similar}?`
    : names.length > 0
      ? `Known profiles: ${names.join(', ')}`
      : 'Add it with `patchbay profile add`';
  throw new Mistake(`there is no profile ${name}. ${hint}`);
}

const isProfile = (one: unknown): one is Profile =>
  isPlain(one) && ['project', 'host', 'token'].every((key) => typeof one[key] === 'string');

/** Other processes may change the profiles too. */
function changeProfiles(env: NodeJS.ProcessEnv, change: (known: Profiles) => Profiles): void {
  const text = () => `${JSON.stringify(change(readProfiles(env)), null, 2)}\n`;
  changePrivate(fileOf(env), text, { variable: 'PATCHBAY_CONFIG_DIR' });
}
