import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Found, type FoundSkill, INVALID_NAME, isSkillName, type SkillProblem } from './found-skill.js';

const FILES = ['skill.ts', 'skill.js', 'skill.mjs'];

/** Finds the skills of a directory by name: each sub-directory with a `skill.ts` or `skill.js`. Runs none of them. */
export function skillsIn(directory: string): Found {
  const skills: FoundSkill[] = [];
  const problems: SkillProblem[] = [];
  try {
    for (const name of subdirectories(directory)) {
      const file = FILES.map((one) => join(directory, name, one)).find((one) => existsSync(one));
      if (file === undefined) continue;
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
