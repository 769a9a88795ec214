import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Assignment, readAssignment } from '../../../src/classroom/assignment/assignment.js';
import { DEFAULT_LIMITS } from '../../../src/classroom/assignment/class-folder.js';
import { learnerCopy } from '../../../src/classroom/assignment/learner-copy.js';
import { gradeSubmission, type SubmissionGrade } from '../../../src/classroom/grade/grade-submission.js';
import { newClass } from '../../../src/classroom/hand-out/new-class.js';
import type { GradingRun } from '../../../src/classroom/run/grading-run.js';
import type { Report, Task } from '../../../src/classroom/run/messages.js';
import { runCells } from '../../../src/classroom/run/run-cells.js';
import { runChecks } from '../../../src/classroom/run/run-checks.js';
import { type Cell, joined, type Notebook } from '../../../src/kernel/index.js';

const SCRIPT = readFileSync(join(import.meta.dirname, '../../../dist/guest.js'), 'utf8');

class Stopped extends Error {}

/** Performs a task in this process: for code that ends by itself and sends nothing. */
export async function performHere(task: Task): Promise<GradingRun> {
  const reports: Report[] = [];
  let stopped = '';
  let index = 0;
  const report = (one: Report) => {
    if (one.kind === 'begin') index = one.index;
    // A pipe passes JSON only.
    reports.push(JSON.parse(JSON.stringify(one)));
  };
  if (task.kind === 'check') await runChecks(task, report);
  else {
    const stop = (why: string): never => {
      stopped = why;
      throw new Stopped(why);
    };
    await runCells(task, { script: SCRIPT, report, stop }).catch((error) => {
      if (stopped === '') throw error;
    });
  }
  return { reports, ...(stopped && { ended: { text: stopped, index } }) };
}

/** Creates a class in a new folder. Returns the folder. */
export function createdClass(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'class-')), 'voice');
  newClass(folder);
  return folder;
}

export const exampleIn = (folder: string): Assignment =>
  readAssignment(join(folder, 'source/first-queue/first-queue.ipynb'));

const SEED = 4711;

export const copyOf = (assignment: Assignment, seed = SEED): Notebook =>
  structuredClone(learnerCopy(assignment, { class: 'voice', assignment: 'first-queue', learner: 'ada', seed }));

/** A cell by its `grade_id`. */
export function cellOf(notebook: Notebook, id: string): Cell & { source: string; metadata: Record<string, unknown> } {
  const found = notebook.cells.find((cell) => cell.id === id);
  if (!found) throw new Error(`no cell ${id}`);
  return found as ReturnType<typeof cellOf>;
}

/** A copy in which these cells have other sources. */
export function solved(assignment: Assignment, sources: Readonly<Record<string, string>>): Notebook {
  const copy = copyOf(assignment);
  for (const [id, source] of Object.entries(sources)) cellOf(copy, id).source = source;
  return copy;
}

export const gradedHere = (assignment: Assignment, submission: Notebook): Promise<SubmissionGrade> =>
  gradeSubmission(assignment, submission, { limits: DEFAULT_LIMITS, seed: SEED, perform: performHere });

/** A notebook with code cells: a source, or a source with nbgrader's metadata. */
export function notebookOf(cells: readonly (string | readonly [source: string, nbgrader: object])[]): Notebook {
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec: { name: 'patchbay', language: 'typescript' } },
    cells: cells.map((one, index) => {
      const [source, nbgrader] = typeof one === 'string' ? [one] : one;
      const metadata = nbgrader ? { nbgrader: { grade: false, solution: false, schema_version: 3, ...nbgrader } } : {};
      return { cell_type: 'code', id: `c${index}`, metadata, outputs: [], execution_count: null, source } as Cell;
    }),
  };
}

/** Reads a notebook as the notebook of a teacher. */
export function assignmentOf(cells: Parameters<typeof notebookOf>[0]): Assignment {
  const file = join(mkdtempSync(join(tmpdir(), 'assignment-')), 'lesson.ipynb');
  writeNotebookFile(file, notebookOf(cells));
  return readAssignment(file);
}

export function writeNotebookFile(file: string, notebook: Notebook): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(notebook));
}

export const sourceOf = (cell: Cell): string => joined(cell.source);
