import { createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as Yaml from 'yaml';
import { z } from 'zod';
import { attempt, Mistake, parseBoundedYaml, readRegularFile } from '../../util/index.js';
import { type Learner, readRoster } from './roster.js';

/** The limits of a submission. */
const Limits = z.strictObject({
  cell_seconds: z.number().min(1).max(3600).default(20),
  total_seconds: z.number().min(1).max(36_000).default(180),
  memory_mb: z.int().min(16).max(1024).default(128),
  output_characters: z.int().min(100).max(1_000_000).default(20_000),
});
export type Limits = z.infer<typeof Limits>;

/** The limits that a `class.yaml` without `limits` has. */
export const DEFAULT_LIMITS: Limits = Limits.parse({});

const Settings = z.strictObject({
  name: z.string().min(1).max(200),
  seed: z.int(),
  roster: z.string().default('roster.csv'),
  limits: Limits.default(DEFAULT_LIMITS),
});

/** The folder of a class, with the names that nbgrader has for its parts. */
export interface ClassFolder {
  readonly folder: string;
  readonly name: string;
  readonly seed: number;
  readonly limits: Limits;
  readonly learners: readonly Learner[];
  /** The teacher's notebooks of an assignment. */
  source(assignment: string): string;
  /** The copy of a learner. */
  release(learner: string, assignment: string): string;
  /** The collected work of a learner. */
  submitted(learner: string, assignment: string): string;
  /** The results. */
  graded(assignment: string): string;
}

const CLASS_FILE = 'class.yaml';
const LIMITS = { what: CLASS_FILE, characters: 2 ** 16, tokens: 10_000, depth: 10, advice: 'Use a shorter file.' };

/** Reads the settings and the learners of a class. */
export function openClass(folder: string): ClassFolder {
  const text = attempt(() => readRegularFile(join(folder, CLASS_FILE), { max: LIMITS.characters }).toString());
  if (text === undefined)
    throw new Mistake(`${join(folder, CLASS_FILE)} cannot be read. Run patchbay class new NAME, then cd NAME`);
  const document = parseBoundedYaml(Yaml, text, LIMITS);
  if (document.errors[0]) throw new Mistake(`${CLASS_FILE}: ${document.errors[0].message}`);
  const read = Settings.safeParse(document.toJS({ maxAliasCount: 0 }));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Mistake(`${CLASS_FILE}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { roster, ...settings } = read.data;
  return {
    folder,
    ...settings,
    learners: readRoster(join(folder, roster)),
    source: (assignment) => join(folder, 'source', assignment),
    release: (learner, assignment) => join(folder, 'release', learner, assignment),
    submitted: (learner, assignment) => join(folder, 'submitted', learner, assignment),
    graded: (assignment) => join(folder, 'graded', assignment),
  };
}

/** A time as the name of a folder, which sorts by time and is valid on each system. */
export const timeFolder = (at: Date): string => at.toISOString().replaceAll(':', '.');

/** The seed of a learner's sandbox. */
export function seedOf({ seed }: Pick<ClassFolder, 'seed'>, learner: string): number {
  return createHmac('sha256', String(seed)).update(learner).digest().readUInt32BE();
}

/** The paths of the teacher's notebooks of an assignment. */
export function notebooksOf(room: ClassFolder, assignment: string): readonly string[] {
  if (!/^[\w][\w.-]{0,99}$/.test(assignment))
    throw new Mistake(`"${assignment}" is not the name of an assignment: use letters, digits and the signs . _ -`);
  const folder = room.source(assignment);
  const names = attempt(() => readdirSync(folder))?.filter((name) => name.endsWith('.ipynb')) ?? [];
  if (names.length > 0) return names.sort().map((name) => join(folder, name));
  const known = (attempt(() => readdirSync(join(room.folder, 'source'))) ?? []).sort();
  throw new Mistake(
    `${folder} contains no notebooks. ${known.length > 0 ? `Assignments: ${known.join(', ')}` : 'Add source/NAME/NAME.ipynb'}`,
  );
}
