import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pointsText } from '../../bench/index.js';
import { type Notebook, notebookText, writeNotebook } from '../../kernel/index.js';
import { attempt, fileProblem, Mistake, makeFolder, readRegularFile } from '../../util/index.js';
import { type Assignment, maxPoints, readAssignment } from '../assignment/assignment.js';
import { type ClassFolder, notebooksOf, seedOf } from '../assignment/class-folder.js';
import { learnerCopy, startsSandbox } from '../assignment/learner-copy.js';
import { type GradeOptions, gradeSubmission } from '../grade/grade-submission.js';

export interface AssignOptions extends Pick<GradeOptions, 'signal' | 'perform'> {
  /** Overwrites copies that differ. */
  readonly force?: boolean;
}

export interface HandedOut {
  readonly notebook: string;
  readonly points: number;
  /** The points of a copy in which nothing was solved. */
  readonly untouched: number;
  readonly copies: readonly string[];
}

/**
 * Writes the copies of an assignment for all learners, after it has graded the solution of the teacher: a solution that
 * does not earn all points is an error.
 */
export async function assign(room: ClassFolder, name: string, options: AssignOptions): Promise<readonly HandedOut[]> {
  const assignments = notebooksOf(room, name).map(readAssignment);
  const tried = [];
  for (const assignment of assignments) tried.push({ assignment, ...(await tryOut(room, assignment, options)) });
  const planned = tried.map((one) => ({ ...one, copies: copiesOf(room, name, one.assignment) }));
  const changed = planned.flatMap(({ copies }) => copies.filter(({ file, text }) => isOther(file, text)));
  if (changed.length > 0 && !options.force)
    throw new Mistake(`${changed[0]?.file} exists and differs. Overwrite the copies with --force`);
  return planned.map(({ assignment, points, untouched, copies }) => {
    for (const { file, notebook } of copies) write(file, notebook);
    return { notebook: assignment.file, points, untouched, copies: copies.map(({ file }) => file) };
  });
}

async function tryOut(
  room: ClassFolder,
  assignment: Assignment,
  { signal, perform }: AssignOptions,
): Promise<Pick<HandedOut, 'points' | 'untouched'>> {
  const { file, notebook } = assignment;
  if (!startsSandbox(assignment))
    throw new Mistake(
      `${file}: add await use('sandbox') to the first cell. The copy of each learner gets a seed there`,
    );
  const seed = seedOf(room, 'the teacher');
  const options = { limits: room.limits, seed, signal, ...(perform && { perform }) };
  const solved = await gradeSubmission(assignment, notebook, options);
  const lost = solved.grades.find(({ points, earned }) => earned !== null && earned < points);
  if (lost) {
    const check = lost.checks.find(({ points, earned }) => earned < points);
    const reason = lost.problem ?? check?.problem ?? check?.message ?? 'its checks have fewer points than the cell';
    const failed = solved.cells.find((cell) => cell.failed !== undefined);
    const cause = failed ? `. Cell "${failed.marked?.id ?? ''}" failed: ${failed.failed?.split('\n', 1)[0]}` : '';
    throw new Mistake(
      `${file}: your solution earns ${pointsText(lost.earned ?? 0)} of ${pointsText(lost.points)} points in "${lost.id}": ${reason}${cause}${numberHint(assignment)}`,
    );
  }
  const copy = learnerCopy(assignment, ownerOf(room, { assignment: '', learner: '', seed }));
  const untouched = await gradeSubmission(assignment, copy, options);
  return { points: maxPoints(assignment), untouched: untouched.earned };
}

/** A solution or a test that names a number of the sample account fails, because learners have other numbers. */
function numberHint({ cells }: Assignment): string {
  const [number] = cells.flatMap(({ cell, source }) => (cell.cell_type === 'code' && SAMPLE_NUMBER.exec(source)) || []);
  return number === undefined
    ? ''
    : `. Each learner has phone numbers of their own: find a number by its name, not as ${number}`;
}

/** The form of the numbers of the sample account. */
const SAMPLE_NUMBER = /\+1(?!500)\d{3}55501\d\d/;

const ownerOf = (room: ClassFolder, owner: { assignment: string; learner: string; seed: number }) => ({
  class: room.name,
  ...owner,
});

interface Copy {
  readonly file: string;
  readonly notebook: Notebook;
  readonly text: string;
}

function copiesOf(room: ClassFolder, name: string, assignment: Assignment): readonly Copy[] {
  return room.learners.map(({ id }) => {
    const owner = ownerOf(room, { assignment: name, learner: id, seed: seedOf(room, id) });
    const notebook = learnerCopy(assignment, owner);
    const file = join(room.release(id, name), basename(assignment.file));
    return { file, notebook, text: notebookText(notebook) };
  });
}

const isOther = (file: string, text: string): boolean =>
  existsSync(file) && attempt(() => readRegularFile(file).toString()) !== text;

function write(file: string, notebook: Notebook): void {
  try {
    makeFolder(join(file, '..'));
    writeNotebook(file, notebook);
  } catch (cause) {
    throw new Mistake(`${file} cannot be written: ${fileProblem(cause)}`, { cause });
  }
}
