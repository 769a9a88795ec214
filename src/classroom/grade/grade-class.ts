import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Notebook, readNotebook } from '../../kernel/index.js';
import { attempt } from '../../util/index.js';
import { type Assignment, maxPoints, readAssignment } from '../assignment/assignment.js';
import { type ClassFolder, notebooksOf, seedOf } from '../assignment/class-folder.js';
import { learnerSource } from '../assignment/learner-copy.js';
import type { Learner } from '../assignment/roster.js';
import { type GradeOptions, gradeSubmission, type SubmissionGrade } from './grade-submission.js';
import { type SimilarPair, similarPairs } from './similarity.js';

/** The result of a learner for one notebook. */
export interface LearnerGrade {
  readonly learner: Learner;
  readonly notebook: string;
  readonly points: number;
  readonly earned: number;
  /** Undefined if nothing could be graded. `problem` is the reason. */
  readonly grade?: SubmissionGrade;
  readonly problem?: string;
}

export interface ClassGrade {
  readonly assignment: string;
  readonly grades: readonly LearnerGrade[];
  readonly similar: readonly (SimilarPair & { readonly notebook: string })[];
  /** The number of submissions that were not graded because the run was interrupted. */
  readonly left: number;
}

export interface GradeClassOptions extends Pick<GradeOptions, 'signal' | 'perform'> {
  /** The number of submissions that are graded at the same time. */
  readonly jobs: number;
  onEnded?(grade: LearnerGrade): void;
}

interface Work {
  readonly learner: Learner;
  readonly assignment: Assignment;
}

/** Grades the latest work of each learner. After an interrupt, returns the results so far. */
export async function gradeClass(room: ClassFolder, name: string, options: GradeClassOptions): Promise<ClassGrade> {
  const assignments = notebooksOf(room, name).map(readAssignment);
  const works = room.learners.flatMap((learner) => assignments.map((assignment): Work => ({ learner, assignment })));
  const results = new Map<Work, LearnerGrade>();
  const waiting = [...works];
  const work = async () => {
    for (let one = waiting.shift(); one && !options.signal?.aborted; one = waiting.shift()) {
      const result = await gradeOne(room, name, one, options);
      if (options.signal?.aborted) return;
      results.set(one, result);
      options.onEnded?.(result);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  const grades = works.flatMap((one) => results.get(one) ?? []);
  return {
    ...{ assignment: name, grades, left: works.length - grades.length },
    similar: assignments.flatMap((assignment) => similarIn(assignment, grades)),
  };
}

async function gradeOne(
  room: ClassFolder,
  name: string,
  { learner, assignment }: Work,
  { signal, perform }: GradeClassOptions,
): Promise<LearnerGrade> {
  const about = { learner, notebook: assignment.file, points: maxPoints(assignment) };
  const nothing = (problem: string): LearnerGrade => ({ ...about, earned: 0, problem });
  const file = latest(room.submitted(learner.id, name), basename(assignment.file));
  if (file === undefined) return nothing('nothing was handed in');
  try {
    const submission = readNotebook(file);
    const seed = seedOf(room, learner.id);
    const options = { limits: room.limits, seed, signal, ...(perform && { perform }) };
    const grade = await gradeSubmission(assignment, submission, options);
    const problems = [...ownerProblem(submission, learner), ...grade.problems];
    return { ...about, earned: grade.earned, grade: { ...grade, problems } };
  } catch (error) {
    return nothing(error instanceof Error ? error.message : String(error));
  }
}

/** The notebook in the latest of the folders, whose names are times. */
function latest(folder: string, notebook: string): string | undefined {
  const times = (attempt(() => readdirSync(folder)) ?? []).sort().reverse();
  return times
    .map((time) => join(folder, time, notebook))
    .find((file) => attempt(() => readdirSync(join(file, '..')))?.includes(notebook));
}

function ownerProblem({ metadata }: Notebook, { id }: Learner): string[] {
  const { patchbay } = (metadata ?? {}) as { readonly patchbay?: { readonly learner?: unknown } };
  if (patchbay?.learner === id) return [];
  return [patchbay?.learner === undefined ? 'it has no mark of a learner' : 'it is the copy of another learner'];
}

function similarIn(assignment: Assignment, grades: readonly LearnerGrade[]): ClassGrade['similar'] {
  const given = assignment.cells.map((cell) => learnerSource(cell, 0)).join('\n');
  const own = grades.flatMap(({ notebook, learner, grade }) => {
    if (notebook !== assignment.file || grade === undefined) return [];
    const cells = grade.cells.filter(({ from, cell }) => from === 'learner' && cell.cell_type === 'code');
    return [{ learner: learner.id, code: cells.map(({ source }) => source).join('\n') }];
  });
  return similarPairs(own, given).map((pair) => ({ ...pair, notebook: assignment.file }));
}
