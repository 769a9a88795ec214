import { type Cell, joined, type Notebook } from '../../kernel/index.js';
import { plainLine } from '../../util/index.js';
import type { Assignment, MarkedCell, TeacherCell } from '../assignment/assignment.js';
import { learnerSource, seededSource } from '../assignment/learner-copy.js';
import { nbgraderOf, roleOf } from '../assignment/nbgrader.js';

/** A cell of a graded run. Only the text of a `learner` cell comes from the submission. */
export interface TrustedCell {
  readonly from: 'learner' | 'teacher';
  readonly cell: Cell;
  readonly source: string;
  readonly marked?: MarkedCell;
}

export interface TrustedCells {
  readonly cells: readonly TrustedCell[];
  /** Differences between the submission and the copy that the learner got. */
  readonly problems: readonly string[];
}

interface Submitted {
  readonly cell: Cell;
  readonly source: string;
  readonly teacher: TeacherCell | undefined;
}

/**
 * Builds the cells of a graded run in the order of the teacher: tests and locked cells are the teacher's, by their
 * `grade_id`, and only the answers are those of the submission. Cells that the learner added run after the cell that they
 * follow.
 */
export function trustedCells(assignment: Assignment, submission: Notebook, seed: number): TrustedCells {
  const problems: string[] = [];
  const known = new Map(assignment.cells.flatMap((one) => (one.marked ? [[one.marked.id, one] as const] : [])));
  const submitted = submission.cells.map((cell, index) => submittedCell(cell, { index, known, problems }));
  const first = new Map<TeacherCell, Submitted>();
  const added = new Map<TeacherCell | undefined, TrustedCell[]>();
  let before: TeacherCell | undefined;
  for (const one of submitted) {
    const { teacher, cell, source } = one;
    if (teacher === undefined) added.set(before, [...(added.get(before) ?? []), { from: 'learner', cell, source }]);
    else if (first.has(teacher)) problems.push(`cell ${nameOf(teacher)} occurs more than once; the first one counts`);
    else first.set(teacher, one);
    before = teacher ?? before;
  }
  const cells = [...(added.get(undefined) ?? [])];
  for (const teacher of known.values()) {
    cells.push(...trustedCell(teacher, first.get(teacher), { seed, problems }), ...(added.get(teacher) ?? []));
  }
  return { cells, problems };
}

const nameOf = ({ marked }: TeacherCell): string => `"${marked?.id}"`;
/** Names of a submission are shown to the teacher. */
const MAX_NAME = 60;

interface Found {
  readonly index: number;
  readonly known: ReadonlyMap<string, TeacherCell>;
  readonly problems: string[];
}

function submittedCell(cell: Cell, { index, known, problems }: Found): Submitted {
  const source = joined(cell.source);
  const metadata = nbgraderOf(cell);
  if (metadata === undefined) return { cell, source, teacher: undefined };
  if (typeof metadata === 'string') {
    problems.push(`cell ${index + 1}: the metadata was edited (${plainLine(metadata, 200)})`);
    return { cell, source, teacher: undefined };
  }
  const teacher = known.get(metadata.grade_id);
  if (teacher === undefined) {
    problems.push(`cell ${index + 1}: the assignment has no cell "${plainLine(metadata.grade_id, MAX_NAME)}"`);
    return { cell, source, teacher: undefined };
  }
  const { marked } = teacher;
  const hasOwnRole = roleOf(metadata) === marked?.role && cell.cell_type === teacher.cell.cell_type;
  if (!hasOwnRole || (marked.points > 0 && metadata.points !== marked.points))
    problems.push(`cell ${nameOf(teacher)}: the metadata was edited; that of the teacher counts`);
  return { cell, source, teacher };
}

function trustedCell(
  teacher: TeacherCell,
  submitted: Submitted | undefined,
  { seed, problems }: { readonly seed: number; readonly problems: string[] },
): TrustedCell[] {
  const { marked, source } = teacher;
  if (marked === undefined) return [];
  if (submitted === undefined) problems.push(`cell ${nameOf(teacher)} is missing`);
  const isOfLearner = marked.role === 'solution' || marked.role === 'manual';
  if (isOfLearner)
    return submitted ? [{ from: 'learner', cell: submitted.cell, source: submitted.source, marked }] : [];
  if (submitted && submitted.source.trim() !== learnerSource(teacher, seed).trim())
    problems.push(`cell ${nameOf(teacher)} was edited; that of the teacher counts`);
  return [{ from: 'teacher', cell: teacher.cell, source: seededSource(source, seed), marked }];
}
