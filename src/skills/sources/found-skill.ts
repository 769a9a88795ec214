import type { ReadModule } from '../../modules/index.js';

/** A skill seen on disk and not loaded yet. */
export interface FoundSkill {
  readonly name: string;
  readonly file: string;
  /** The folder or the package it is in. */
  readonly from: string;
  /** Its module as it was read before; otherwise the file is read when the skill is first used. */
  readonly module?: Pick<ReadModule, 'run'>;
}

/** Something that should have been a skill and is not; the other skills are not touched by it. */
export interface SkillProblem {
  readonly name: string;
  readonly from: string;
  readonly message: string;
}

export interface Found {
  readonly skills: readonly FoundSkill[];
  readonly problems: readonly SkillProblem[];
}

/** Names become parts of paths and of keys. */
export const isSkillName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);
