import { relative } from 'node:path';
import { pointsText } from '../../bench/index.js';
import { assign, collect, EXAMPLE, newClass, openClass } from '../../classroom/index.js';
import { cleanLine } from '../../show/index.js';
import { counted, fileInShell } from '../../util/index.js';
import { FAILED, FINE } from '../exit-codes.js';
import { print, writeErr } from '../output.js';

interface Options {
  readonly folder: string;
  readonly assignment: string;
}

/** Creates the folder of a class. */
export function createClass(folder: string): number {
  for (const file of newClass(folder)) print(file);
  return print(`
Add your learners to roster.csv. Then write the copies of the example:
  cd ${fileInShell(folder)}
  patchbay class assign ${EXAMPLE}`);
}

/** Tries the solution of the teacher, and writes the copies of the learners. */
export async function handOut({ folder, assignment, force }: Options & { readonly force: boolean }): Promise<number> {
  const room = openClass(folder);
  for (const { notebook, points, untouched, copies } of await assign(room, assignment, { force })) {
    print(`${notebook}: your solution earns all ${pointsText(points)} points`);
    if (untouched > 0)
      writeErr(`${notebook}: a copy in which nothing was solved earns ${pointsText(untouched)} points. Add a check\n`);
    print(
      `${copies.length} ${copies.length === 1 ? 'copy' : 'copies'} in ${relative('.', room.release('LEARNER', assignment))}`,
    );
  }
  return FINE;
}

/** Copies the work of the learners into the class. */
export function collectWork({ folder, assignment, from }: Options & { readonly from: string }): number {
  const { files, refused, missing } = collect(openClass(folder), assignment, { folder: from, at: new Date() });
  for (const { file, reason } of refused) writeErr(`${cleanLine(file)}: not collected: ${reason}\n`);
  for (const { file } of files) print(file);
  print(`Collected ${counted(files.length, 'notebook')}`);
  if (missing.length > 0) print(`Missing: ${missing.join(', ')}`);
  return refused.length > 0 ? FAILED : FINE;
}
