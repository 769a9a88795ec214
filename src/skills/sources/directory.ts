import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ReadModule } from '../../modules/index.js';

const FILES = ['skill.ts', 'skill.js', 'skill.mjs'];

/** Finds the skills of a directory by name: each sub-directory with a `skill.ts` or `skill.js`. Runs none of them. */
export function skillsIn(directory: string): Found {
  const skills: FoundSkill[] = [];
  const problems: SkillProblem[] = [];
  try {
    for (const name of subdirectories(directory)) {
      const file = FILES.map((one) => join(directory, name, one)).find((one) => existsSync(one));
      if (file === undefined) {
        if (existsSync(join(directory, name, 'skill.py'))) problems.push({ name, from: directory, message: PYTHON });
        continue;
      }
      const problem = problemWith(directory, name, file);
      if (problem) problems.push({ name, from: directory, message: problem });
      else skills.push({ name, file, from: directory });
    }
  } catch (error) {
    // The directory existed when it was added.
    problems.push({ name: directory, from: directory, message: `the directory cannot be read: ${messageOf(error)}` });
  }
  return { skills, problems };
}

const PYTHON = `skill.py is Python, which Patchbay does not run. Write the skill as ${FILES.join(', ')}`;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function problemWith(directory: string, name: string, file: string): string | undefined {
  if (!isSkillName(name)) return INVALID_NAME;
  // A link may point anywhere, but the user trusted only this directory.
  const isInside = realpathSync(file).startsWith(realpathSync(directory) + sep);
  return isInside ? undefined : 'the file is outside the directory';
}

/** Returns sorted names, so that the list is the same on every machine. */
function subdirectories(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    .filter((name) => statSync(join(directory, name), { throwIfNoEntry: false })?.isDirectory())
    .sort();
}

/** A skill that was found on disk and is not loaded yet. */
export interface FoundSkill {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  /** The module, if it was read before. Otherwise, the file is read when the skill is first used. */
  readonly module?: Pick<ReadModule, 'run'>;
}

/** A skill that cannot be used. Other skills are not affected. */
export interface SkillProblem {
  readonly name: string;
  readonly from: string;
  readonly message: string;
}

export interface Found {
  readonly skills: readonly FoundSkill[];
  readonly problems: readonly SkillProblem[];
}

export const INVALID_NAME = 'a skill name must consist of letters, digits and _, and start with no digit';

/** Returns whether a name is valid. Names become parts of paths and keys. */
export const isSkillName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);
