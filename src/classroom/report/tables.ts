import { pointsText } from '../../bench/index.js';
import type { TestSuite } from '../../commands/index.js';
import { plainLine } from '../../util/index.js';
import type { ClassGrade, LearnerGrade } from '../grade/grade-class.js';

const MAX_CELL = 2_000;

/** The results as CSV: one line for each learner and notebook, with a column for each graded cell. */
export function resultsCsv({ grades }: ClassGrade): string {
  const ids = [...new Set(grades.flatMap(({ grade }) => grade?.grades.map(({ id }) => id) ?? []))];
  const head = ['id', 'name', 'notebook', 'earned', 'points', ...ids, 'problems'];
  const rows = grades.map(({ learner, notebook, earned, points, grade, problem }) => {
    const byId = new Map(grade?.grades.map((one) => [one.id, one.earned]));
    const cells = ids.map((id) => numberText(byId.get(id)));
    const problems = [...(problem === undefined ? [] : [problem]), ...(grade?.problems ?? [])].join('; ');
    return [learner.id, learner.name, notebook, pointsText(earned), pointsText(points), ...cells, problems];
  });
  return csv([head, ...rows]);
}

const numberText = (points: number | null | undefined): string => (points == null ? '' : pointsText(points));

/** The pairs of similar submissions as CSV. */
export const similarCsv = ({ similar }: ClassGrade): string =>
  csv([
    ['notebook', 'learner', 'other', 'similarity', 'shared_sequences'],
    ...similar.map(({ notebook, learners, similarity, shared }) => [
      ...[notebook, ...learners, similarity.toFixed(2), String(shared)],
    ]),
  ]);

const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\n`).join('');

/** A spreadsheet would run text that begins like a formula. */
function csvCell(text: string): string {
  const plain = plainLine(text, MAX_CELL);
  const safe = /^[=+\-@]/.test(plain) ? `'${plain}` : plain;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The results as JSON. */
export function resultsJson({ assignment, grades, similar, left }: ClassGrade): string {
  const learners = grades.map(({ learner, notebook, earned, points, grade, problem }) => ({
    ...{ ...learner, notebook, earned, points },
    ...(problem !== undefined && { problem }),
    cells: grade?.grades ?? [],
    problems: grade?.problems ?? [],
  }));
  return `${JSON.stringify({ assignment, learners, similar, not_graded: left }, null, 2)}\n`;
}

/** The results of a learner as a suite of JUnit, with a case for each check. */
export function gradeSuite({ learner, notebook, grade, problem }: LearnerGrade): TestSuite {
  const group = `${learner.id} ${notebook}`;
  if (grade === undefined) return { name: group, cases: [{ group, name: 'can be graded', failures: [problem ?? ''] }] };
  const cases = grade.grades.flatMap(({ id, points, earned, checks, problem: reason }) => {
    const own = checks.map((check) => ({
      ...{ group, name: `${id}: ${check.message}` },
      failures: check.earned < check.points ? [check.problem ?? lostText(check.earned, check.points)] : [],
    }));
    // An error of the test, a test without checks, or an answer that a person grades.
    const whole = {
      ...{ group, name: id, isSkipped: earned === null },
      failures: earned !== null && earned < points ? [reason ?? lostText(earned, points)] : [],
    };
    return reason !== undefined || checks.length === 0 ? [...own, whole] : own;
  });
  return { name: group, cases };
}

const lostText = (earned: number, points: number): string => `${pointsText(earned)} of ${pointsText(points)} points`;
