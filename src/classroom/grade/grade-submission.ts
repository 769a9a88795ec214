import type { CheckResult } from '../../bench/index.js';
import { compileGuestInput } from '../../eval/index.js';
import type { Notebook } from '../../kernel/index.js';
import type { Assignment } from '../assignment/assignment.js';
import type { Limits } from '../assignment/class-folder.js';
import { type GradingRun, type GradingRunOptions, runInGradingProcess } from '../run/grading-run.js';
import type { CheckStep, Evidence, Report, RunStep, Task } from '../run/messages.js';
import { type TrustedCell, trustedCells } from './trusted-cells.js';

export interface GradeOptions {
  readonly limits: Limits;
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
  /** Performs a task. By default, in a separate process. */
  readonly perform?: (task: Task, options: GradingRunOptions) => Promise<GradingRun>;
}

/** The result of one graded cell. */
export interface CellGrade {
  readonly id: string;
  readonly points: number;
  /** Null for an answer that a person grades. */
  readonly earned: number | null;
  readonly checks: readonly CheckResult[];
  /** Why the test gave no points, or not all. */
  readonly problem?: string;
}

export interface GradedCell extends TrustedCell {
  /** What the cell printed. */
  readonly output: string;
  /** The error with which the cell failed. */
  readonly failed?: string;
  readonly grade?: CellGrade;
}

export interface SubmissionGrade {
  readonly earned: number;
  readonly points: number;
  readonly grades: readonly CellGrade[];
  /** Differences between the submission and the copy of the learner, and limits that its code exceeded. */
  readonly problems: readonly string[];
  readonly cells: readonly GradedCell[];
}

/** A longer cell is not compiled. */
const MAX_SOURCE = 200_000;
const MAX_CELLS = 1_000;

/**
 * Grades a submission. One process runs the answers in an interpreter. Then another process runs the tests of the teacher
 * on the states of the sandbox that the first one reported.
 */
export async function gradeSubmission(
  assignment: Assignment,
  submission: Notebook,
  options: GradeOptions,
): Promise<SubmissionGrade> {
  const { limits, seed, signal, perform = runInGradingProcess } = options;
  if (submission.cells.length > MAX_CELLS) throw new Error(`it has more than ${MAX_CELLS} cells`);
  const { cells, problems } = trustedCells(assignment, submission, seed);
  const ran = await perform(await runTask(cells, { limits, seed }), { limits, signal });
  const evidence = evidenceIn(ran.reports);
  const steps = cells.flatMap(({ source, marked }, index): CheckStep[] => {
    const found = marked?.role === 'test' ? evidence.get(index + 1) : undefined;
    return found ? [{ index: index + 1, source, evidence: found }] : [];
  });
  const tested = await perform({ kind: 'check', seed, steps }, { limits, signal });
  const graded = cells.map((cell, index) => gradedCell(cell, index + 1, { ran, tested }));
  const grades = graded.flatMap(({ grade }) => (grade ? [grade] : []));
  return {
    earned: total(grades.map(({ earned }) => earned ?? 0)),
    points: total(grades.map(({ points }) => points)),
    grades,
    problems: [...problems, ...limitProblem(cells, ran)],
    cells: graded,
  };
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** The names in `value('name')`. */
const VALUE = /\bvalue\(\s*(['"`])([\p{L}_$][\p{L}\p{N}_$]*)\1\s*\)/gu;

async function runTask(
  cells: readonly TrustedCell[],
  { limits, seed }: { readonly limits: Limits; readonly seed: number },
): Promise<Task> {
  const steps = await Promise.all(
    cells.map(async ({ cell, source, marked }, position): Promise<RunStep[]> => {
      const index = position + 1;
      if (cell.cell_type !== 'code') return [];
      if (marked?.role !== 'test') return [{ index, kind: 'cell', ...(await compiledOf(source, index)) }];
      const names = new Set(Array.from(source.matchAll(VALUE), ([, , name = '']) => name));
      return [{ index, kind: 'evidence', names: [...names] }];
    }),
  );
  return {
    ...{ kind: 'run', seed, steps: steps.flat() },
    memoryBytes: limits.memory_mb * 2 ** 20,
    outputCharacters: limits.output_characters,
  };
}

async function compiledOf(
  source: string,
  index: number,
): Promise<Pick<RunStep & { kind: 'cell' }, 'compiled' | 'refused'>> {
  if (source.length > MAX_SOURCE) return { refused: `the cell has more than ${MAX_SOURCE} characters` };
  return compileGuestInput(source, `cell-${index}`).then(
    (compiled) => ({ compiled }),
    (error: Error) => ({ refused: `${error.name}: ${error.message}` }),
  );
}

function evidenceIn(reports: readonly Report[]): ReadonlyMap<number, Evidence> {
  return new Map(
    reports.flatMap((report) =>
      // The sandbox of the process wrote both, and the sandbox of the checks validates the snapshot.
      report.kind === 'evidence' ? [[report.index, report as unknown as Evidence] as const] : [],
    ),
  );
}

interface Runs {
  readonly ran: GradingRun;
  readonly tested: GradingRun;
}

function gradedCell(cell: TrustedCell, index: number, { ran, tested }: Runs): GradedCell {
  const report = ran.reports.find((one) => one.kind === 'ran' && one.index === index);
  const { output = '', failed = undefined } = report?.kind === 'ran' ? report : {};
  const limit = ran.ended?.index === index ? ran.ended.text : undefined;
  const grade = gradeOf(cell, index, { ran, tested });
  const error = failed ?? limit;
  return { ...cell, output, ...(error !== undefined && { failed: error }), ...(grade && { grade }) };
}

function gradeOf({ marked }: TrustedCell, index: number, { ran, tested }: Runs): CellGrade | undefined {
  if (marked === undefined || (marked.role !== 'test' && marked.role !== 'manual')) return undefined;
  const { id, points } = marked;
  if (marked.role === 'manual') return { id, points, earned: null, checks: [] };
  const none = (problem: string) => ({ id, points, earned: 0, checks: [], problem });
  const isSeen = ran.reports.some((one) => one.kind === 'evidence' && one.index === index);
  if (!isSeen) return none(`not tested: ${ran.ended?.text ?? 'the code ended early'}`);
  const report = tested.reports.find((one) => one.kind === 'checked' && one.index === index);
  if (report?.kind !== 'checked') return none(`not tested: ${tested.ended?.text ?? 'the tests ended early'}`);
  const { results, failed } = report;
  // A test without `check` gives all its points unless it throws, as in nbgrader.
  const earned = results.length > 0 ? total(results.map((one) => one.earned)) : failed === undefined ? points : 0;
  return {
    ...{ id, points, earned: Math.min(points, earned), checks: results },
    ...(failed !== undefined && { problem: failed }),
  };
}

function limitProblem(cells: readonly TrustedCell[], { ended }: GradingRun): string[] {
  if (ended === undefined) return [];
  const { marked } = cells[ended.index - 1] ?? {};
  const what = marked ? `cell "${marked.id}"` : `cell ${ended.index}`;
  return [`${ended.index === 0 ? '' : `${what}: `}${ended.text}; later cells did not run`];
}
