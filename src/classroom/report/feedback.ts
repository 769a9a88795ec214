import { checkLine, pointsText } from '../../bench/index.js';
import { type Cell, type Notebook, split } from '../../kernel/index.js';
import { plainText } from '../../util/index.js';
import type { Assignment } from '../assignment/assignment.js';
import { learnerSource } from '../assignment/learner-copy.js';
import type { LearnerGrade } from '../grade/grade-class.js';
import type { GradedCell, SubmissionGrade } from '../grade/grade-submission.js';

const MAX_TEXT = 50_000;

/**
 * The submission with the outputs of the graded run, and the points below each test. It has no output that the
 * submission brought along, and no hidden test.
 */
export function feedbackNotebook(
  assignment: Assignment,
  { learner, earned, points }: LearnerGrade,
  grade: SubmissionGrade,
): Notebook {
  const head = {
    cell_type: 'markdown',
    id: 'feedback',
    metadata: {},
    source: split(
      `# ${pointsText(earned)} of ${pointsText(points)} points\n\n${[learner.id, ...grade.problems].map(asCode).join('\n')}`,
    ),
  };
  return {
    ...assignment.notebook,
    cells: [head, ...grade.cells.map((cell, index) => feedbackCell(assignment, cell, index))],
  } as Notebook;
}

/** Indented text is shown as it is, without markup. */
const asCode = (text: string): string => `    ${plainText(text, MAX_TEXT).replaceAll('\n', '\n    ')}`;

function feedbackCell(assignment: Assignment, graded: GradedCell, index: number): Cell {
  const { cell, source, marked, from } = graded;
  const teachers = marked && assignment.cells.find((one) => one.marked?.id === marked.id);
  const shown = from === 'teacher' && teachers?.marked?.role === 'test' ? withoutTests(teachers) : source;
  const common = { cell_type: cell.cell_type === 'code' ? 'code' : 'markdown', id: `cell-${index + 1}`, metadata: {} };
  if (common.cell_type === 'markdown') return { ...common, source: split(shown) };
  return { ...common, source: split(shown), execution_count: null, outputs: outputsOf(graded) };
}

const withoutTests = (teachers: Parameters<typeof learnerSource>[0]): string => learnerSource(teachers, 0);

function outputsOf({ output, failed, grade }: GradedCell): Cell['outputs'] {
  const stream = (name: 'stdout' | 'stderr', text: string) => ({
    ...{ name, output_type: 'stream' },
    text: split(`${plainText(text, MAX_TEXT).trimEnd()}\n`),
  });
  return [
    ...(output === '' ? [] : [stream('stdout', output)]),
    ...(failed === undefined ? [] : [stream('stderr', failed)]),
    ...(grade === undefined ? [] : [stream('stdout', gradeText(grade))]),
  ];
}

function gradeText({ earned, points, checks, problem }: NonNullable<GradedCell['grade']>): string {
  if (earned === null) return `A person grades this answer: up to ${pointsText(points)} points.`;
  return [
    `${pointsText(earned)} of ${pointsText(points)} points`,
    ...checks.map(checkLine),
    ...(problem === undefined ? [] : [problem]),
  ].join('\n');
}
