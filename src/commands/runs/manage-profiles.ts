import { cleanLine } from '../../show/index.js';
import { Mistake, UsageError } from '../../util/index.js';
import { chooseProfile, removeProfile } from '../profiles.js';
import type { CommandContext, CommandResult } from '../shared-command.js';

/** `*` marks the profile that a live bench uses if no other is named. */
export function listProfiles(words: readonly string[], { profiles: read, session }: CommandContext): CommandResult {
  if (words.length > 0) throw new UsageError('profile list has no arguments');
  const { current, profiles } = read();
  const used = session?.liveSource;
  const lines = Object.entries(profiles).map(([name, { project, host }]) => {
    const isUsed = used === `profile ${name}`;
    return `${name === current ? '*' : ' '} ${cleanLine(`${name}  ${host}  ${project}${isUsed ? '  in use' : ''}`)}`;
  });
  if (lines.length === 0)
    return { shown: 'No profiles. Add one with: patchbay profile add NAME --project ID --space HOST' };
  if (session)
    lines.push(
      used === undefined
        ? 'This bench is not live. Start a live bench with: patchbay --live --profile NAME'
        : `This bench is live and uses ${used}.`,
    );
  return { shown: lines.join('\n') };
}

export function useProfile(words: readonly string[], { env }: CommandContext): CommandResult {
  const name = oneName('use', words);
  asUsage(() => chooseProfile(name, env));
  return { shown: `--live now uses ${name}, unless the environment has credentials.` };
}

export function removeProfileNamed(words: readonly string[], { env }: CommandContext): CommandResult {
  const name = oneName('remove', words);
  asUsage(() => removeProfile(name, env));
  return { shown: `Removed ${name}.` };
}

export function oneName(action: string, [name, ...more]: readonly string[]): string {
  if (name === undefined || more.length > 0) throw new UsageError(`profile ${action} needs one name`);
  return name;
}

/** A wrong name or value is wrong usage. */
export function asUsage(change: () => void): void {
  try {
    change();
  } catch (error) {
    throw error instanceof TypeError || error instanceof Mistake ? new UsageError(error.message) : error;
  }
}
