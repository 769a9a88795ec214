import type { ReadModule } from '../../modules/index.js';

/** A skill that was found on disk and is not loaded yet. */
export interface FoundSkill {
  readonly name: string;
  readonly file: string;
  /** The folder or the package of the skill. */
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
