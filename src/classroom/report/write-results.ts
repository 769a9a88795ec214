import { basename, join } from 'node:path';
import { writeJunit } from '../../commands/index.js';
import { writeNotebook } from '../../kernel/index.js';
import { createFile, fileProblem, Mistake, makeFolder } from '../../util/index.js';
import { readAssignment } from '../assignment/assignment.js';
import { type ClassFolder, notebooksOf, timeFolder } from '../assignment/class-folder.js';
import type { ClassGrade } from '../grade/grade-class.js';
import { feedbackNotebook } from './feedback.js';
import { gradeSuite, resultsCsv, resultsJson, similarCsv } from './tables.js';

/** Writes the results to a new folder of the time `at`. Returns the folder. */
export function writeResults(room: ClassFolder, results: ClassGrade, at: Date): string {
  const folder = join(room.graded(results.assignment), timeFolder(at));
  try {
    makeFolder(folder);
    const texts = {
      'results.csv': resultsCsv(results),
      'results.json': resultsJson(results),
      'similar.csv': similarCsv(results),
    };
    for (const [name, text] of Object.entries(texts)) createFile(join(folder, name), text, { mode: 0o644 });
    writeJunit(join(folder, 'results.xml'), results.grades.map(gradeSuite));
    for (const path of notebooksOf(room, results.assignment)) {
      const assignment = readAssignment(path);
      for (const one of results.grades) {
        if (one.notebook !== basename(path) || one.grade === undefined) continue;
        const own = join(folder, 'feedback', one.learner.id);
        makeFolder(own);
        writeNotebook(join(own, one.notebook), feedbackNotebook(assignment, one, one.grade));
      }
    }
    return folder;
  } catch (cause) {
    throw new Mistake(`the results cannot be written to ${folder}: ${fileProblem(cause)}`, { cause });
  }
}
