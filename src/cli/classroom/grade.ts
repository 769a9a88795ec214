import { availableParallelism } from 'node:os';
import { pointsText } from '../../bench/index.js';
import {
  type ClassGrade,
  gradeClass,
  type LearnerGrade,
  openClass,
  resultsJson,
  writeResults,
} from '../../classroom/index.js';
import { cleanLine, DataTable, showText } from '../../show/index.js';
import { counted } from '../../util/index.js';
import { endedBy, FINE } from '../exit-codes.js';
import { helpWidth } from '../help/wrapped.js';
import { print, redrawErr, writeErr, writeOut } from '../output.js';
import { END_SIGNALS } from '../signals.js';

interface Options {
  readonly folder: string;
  readonly assignment: string;
  readonly jobs?: number | undefined;
  readonly json: boolean;
}

/** Grades an assignment, writes the results, and shows them. Ctrl-C keeps the results so far. */
export async function grade({ folder, assignment, jobs = availableParallelism(), json }: Options): Promise<number> {
  const room = openClass(folder);
  const interrupted = new AbortController();
  const stop = (signal: NodeJS.Signals) => interrupted.abort(signal);
  for (const signal of END_SIGNALS) process.once(signal, stop);
  let ended = 0;
  const show = (name: string) => redrawErr(`${ended} of ${room.learners.length} learners · ${name}`);
  try {
    const results = await gradeClass(room, assignment, {
      jobs,
      signal: interrupted.signal,
      onEnded({ learner }) {
        ended += 1;
        show(learner.id);
      },
    });
    redrawErr('');
    const written = writeResults(room, results, new Date());
    if (json) writeOut(resultsJson(results));
    else printResults(results, written);
    if (results.left > 0) writeErr(`patchbay: interrupted. ${counted(results.left, 'submission')} not graded\n`);
  } finally {
    for (const signal of END_SIGNALS) process.off(signal, stop);
  }
  return interrupted.signal.aborted ? endedBy(interrupted.signal.reason) : FINE;
}

function printResults({ grades, similar }: ClassGrade, folder: string): void {
  const rows = grades.map((one) => ({
    learner: one.learner.id,
    points: `${pointsText(one.earned)} of ${pointsText(one.points)}`,
    note: noteOn(one),
  }));
  print(showText(new DataTable(rows), { columns: helpWidth() }));
  for (const { learners, similarity, shared } of similar)
    print(
      cleanLine(
        `${learners.join(' and ')}: ${Math.round(similarity * 100)} % of the code has the same form (${shared} sequences). This is no proof of copying.`,
      ),
    );
  print(`Results and feedback: ${folder}`);
}

function noteOn({ grade, problem }: LearnerGrade): string {
  if (grade === undefined) return problem ?? '';
  const manual = grade.grades.filter(({ earned }) => earned === null).length;
  const problems = grade.problems.length === 0 ? [] : [counted(grade.problems.length, 'problem')];
  return [...problems, ...(manual === 0 ? [] : [`${counted(manual, 'answer')} to grade by hand`])].join(', ');
}
