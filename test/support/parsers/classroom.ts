import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAssignment } from '../../../src/classroom/assignment/assignment.js';
import { openClass } from '../../../src/classroom/assignment/class-folder.js';
import { readRoster } from '../../../src/classroom/assignment/roster.js';
import { similarPairs } from '../../../src/classroom/grade/similarity.js';
import { trustedCells } from '../../../src/classroom/grade/trusted-cells.js';
import { readNotebook } from '../../../src/kernel/index.js';
import { inFile } from './file.js';
import type { OutsideParser } from './parser.js';

const learners = (bytes: number) => Array.from({ length: Math.ceil(bytes / 24) }, (_, index) => `learner-${index}`);

const marked = (id: string, source: string) => ({
  ...{ cell_type: 'code', source, outputs: [] },
  metadata: { nbgrader: { grade_id: id, grade: false, solution: true, points: 1 } },
});
const notebook = (cells: readonly object[]) => JSON.stringify({ nbformat: 4, cells });

/** Compares a notebook with itself, as the teacher's and as the submission. */
function gradedWithItself(file: string): unknown {
  const submission = readNotebook(file);
  const { cells } = trustedCells(readAssignment(file), submission, 1);
  const code = cells.map(({ source }) => source).join('\n');
  return similarPairs(
    [
      { learner: 'a', code },
      { learner: 'b', code },
    ],
    '',
  );
}

/** The files of a class, and the notebooks of its learners. */
export const CLASSROOM_PARSERS: readonly OutsideParser[] = [
  {
    name: 'list of learners',
    files: ['classroom/assignment/roster.ts'],
    ordinary: (bytes) => ['id,name', ...learners(bytes).map((id) => `${id},"${id}"`)].join('\n'),
    around: [(hostile) => `id,name\nada,${hostile}`, (hostile) => `- id: ada\n  name: ${hostile}`],
    parse: (input) => Promise.all(['roster.csv', 'roster.yaml'].map((name) => inFile(name, input, readRoster))),
  },
  {
    name: 'settings of a class',
    files: ['classroom/assignment/class-folder.ts'],
    ordinary: (bytes) => `name: ${'a'.repeat(Math.min(bytes, 200))}\nseed: 1\n`,
    around: [(hostile) => `name: ${hostile}\nseed: 1\n`],
    parse: (input) =>
      inFile('class.yaml', input, (file) => {
        writeFileSync(join(dirname(file), 'roster.csv'), 'id\nada\n');
        mkdirSync(join(dirname(file), 'source'));
        return openClass(dirname(file));
      }),
  },
  {
    name: 'submission',
    files: ['classroom/assignment/assignment.ts', 'classroom/assignment/nbgrader.ts'],
    ordinary: (bytes) => notebook(learners(bytes / 6).map((id) => marked(id, 'const a = f(1);\n'))),
    around: [(hostile) => notebook([marked('a', hostile)]), (hostile) => notebook([marked(hostile, '1')])],
    parse: (input) => inFile('a.ipynb', input, gradedWithItself),
  },
];
