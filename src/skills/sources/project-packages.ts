import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { attempt, isPlain, readRegularFile } from '../../util/index.js';
import { type Found, type FoundSkill, INVALID_NAME, isSkillName, type SkillProblem } from './directory.js';

/** Finds `"patchbay": { "skills": { "name": "./file.js" } }` in the package.json of direct dependencies. */
export function skillsOfProject(project: string): Found {
  const skills: FoundSkill[] = [];
  const problems: SkillProblem[] = [];
  for (const name of dependenciesOf(project)) {
    const folder = folderOf(name, project);
    if (folder === undefined) continue;
    const offered = skillsOf(folder);
    if (offered === undefined) continue;
    if (!isPlain(offered)) {
      problems.push({ name, from: name, message: '"patchbay.skills" in its package.json must be an object' });
      continue;
    }
    for (const [skill, path] of Object.entries(offered)) {
      const problem = problemWith(folder, skill, path);
      if (problem) problems.push({ name: skill, from: name, message: problem });
      else skills.push({ name: skill, file: resolve(folder, String(path)), from: name });
    }
  }
  return { skills, problems };
}

function problemWith(folder: string, skill: string, path: unknown): string | undefined {
  if (!isSkillName(skill)) return INVALID_NAME;
  if (typeof path !== 'string') return 'the path of the file must be a string';
  const file = resolve(folder, path);
  if (!existsSync(file)) return `the file ${path} does not exist in the package`;
  return realpathSync(file).startsWith(realpathSync(folder) + sep) ? undefined : 'the file is outside the package';
}

function dependenciesOf(project: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest(project);
  const all = [dependencies, devDependencies, optionalDependencies].flatMap((group) =>
    isPlain(group) ? Object.keys(group) : [],
  );
  return [...new Set(all)].sort();
}

/** Searches the folders, because a package does not have to export its package.json. */
function folderOf(name: string, project: string): string | undefined {
  const folders = createRequire(join(project, 'package.json')).resolve.paths(name) ?? [];
  return folders.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'package.json')));
}

function skillsOf(folder: string): unknown {
  const { patchbay } = manifest(folder);
  return isPlain(patchbay) ? patchbay.skills : undefined;
}

function manifest(folder: string): Record<string, unknown> {
  // A package without a readable package.json defines no skills.
  const content = attempt(() => JSON.parse(readRegularFile(join(folder, 'package.json')).toString()) as unknown);
  return isPlain(content) ? content : {};
}
