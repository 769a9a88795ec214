import { createHash } from 'node:crypto';
import { hashFolder } from '../../modules/index.js';
import { type Found, type FoundSkill, skillsIn } from './directory.js';
import { readSkill } from './import-skill.js';

/** A folder of skills at one point in time. A skill that is loaded from it later runs the code that was read then. */
export interface SkillFolder extends Found {
  readonly folder: string;
  /** SHA-256 of the code of every skill with its imports, and of every other file in the folder. */
  readonly hash: string;
  /** File or package folder → SHA-256. */
  readonly parts: Readonly<Record<string, string>>;
  /** What `hash` does not cover, one sentence each. */
  readonly uncovered: readonly string[];
  /** Returns whether all files in the folder are unchanged since they were read. */
  isUnchanged(): boolean;
}

/** Reads the skills of a folder that the user trusts, or is asked to trust, without running them. */
export async function readSkillFolder(folder: string): Promise<SkillFolder> {
  const { skills, problems } = skillsIn(folder);
  const read = await Promise.all(skills.map(readSealed));
  const hash = createHash('sha256');
  for (const { skill, hash: own } of read) hash.update(`${skill.name}\0${own}\0`);
  const contents = hashFolder(folder);
  hash.update(contents.hash);
  return {
    folder,
    skills: read.map(({ skill }) => skill),
    problems,
    hash: hash.digest('hex'),
    parts: Object.assign({}, contents.files, ...read.map(({ parts }) => parts)),
    isUnchanged: () => hashFolder(folder).hash === contents.hash,
    uncovered: [...new Set(read.flatMap(({ uncovered }) => uncovered))],
  };
}

/** Reads a skill. If that fails, or trust cannot cover its code, loading this skill later throws. */
async function readSealed(skill: FoundSkill) {
  try {
    const module = await readSkill(skill.file, { sealed: true });
    const { hash, parts, uncovered } = module;
    return { skill: { ...skill, module }, hash, parts, uncovered };
  } catch (error) {
    const module = { run: () => Promise.reject(error) };
    return { skill: { ...skill, module }, hash: 'unreadable', parts: {}, uncovered: [] };
  }
}
