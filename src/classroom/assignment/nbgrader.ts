import { z } from 'zod';
import type { Cell } from '../../kernel/index.js';

/** nbgrader's metadata of a cell, version 3 of its schema. */
const Nbgrader = z.object({
  grade_id: z.string().min(1).max(200),
  grade: z.boolean(),
  solution: z.boolean(),
  locked: z.boolean().default(false),
  task: z.boolean().default(false),
  points: z.number().min(0).max(1_000_000).optional(),
  schema_version: z.number().optional(),
});
export type Nbgrader = z.infer<typeof Nbgrader>;

/**
 * What a cell is for. `solution`: the learner writes it. `test`: its checks give points. `manual`: a person gives the
 * points. `locked`: the teacher's code, which the learner does not change.
 */
export type CellRole = 'solution' | 'test' | 'manual' | 'locked';

/** Returns the metadata, undefined for a cell without any, or the reason why it is invalid. */
export function nbgraderOf({ metadata }: Cell): Nbgrader | string | undefined {
  const given = (metadata as { readonly nbgrader?: unknown } | undefined)?.nbgrader;
  if (given === undefined) return undefined;
  const read = Nbgrader.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return `metadata.nbgrader${issue?.path.length ? `.${issue.path.join('.')}` : ''}: ${issue?.message}`;
}

export function roleOf({ grade, solution, task }: Nbgrader): CellRole {
  if (task || (grade && solution)) return 'manual';
  if (solution) return 'solution';
  return grade ? 'test' : 'locked';
}
