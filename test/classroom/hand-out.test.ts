import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openClass, seedOf } from '../../src/classroom/assignment/class-folder.js';
import { withoutHiddenTests, withoutSolution } from '../../src/classroom/assignment/delimiters.js';
import { assign } from '../../src/classroom/hand-out/assign.js';
import { collect } from '../../src/classroom/hand-out/collect.js';
import {
  assignmentOf,
  copyOf,
  createdClass,
  notebookOf,
  performHere,
  sourceOf,
  writeNotebookFile,
} from './support/classroom.js';

const handOut = (folder: string, force = false) =>
  assign(openClass(folder), 'first-queue', { force, perform: performHere });
const source = (folder: string) => join(folder, 'source/first-queue/first-queue.ipynb');

it('replaces a solution by its task, and all of a cell without delimiters', () => {
  const code = 'let a;\nif (a) {\n  // BEGIN SOLUTION: add one\n  a += 1;\n  // END SOLUTION\n}';
  expect(withoutSolution(code, 'code')).toBe('let a;\nif (a) {\n  // Your code here: add one\n}');
  expect(withoutSolution('secret()', 'code')).toBe('// Your code here.');
  expect(withoutSolution('An essay', 'markdown')).toBe('Your answer here.');
  expect(withoutHiddenTests('a\n// BEGIN HIDDEN TESTS\nb\n// END HIDDEN TESTS\nc')).toBe('a\nc');
});

it.each([
  ['// BEGIN SOLUTION\na', 'line 1: BEGIN SOLUTION has no END SOLUTION'],
  ['a\n// END HIDDEN TESTS', 'line 2: END HIDDEN TESTS has no BEGIN HIDDEN TESTS'],
  ['// BEGIN SOLUTION\n// BEGIN HIDDEN TESTS', 'line 2: HIDDEN TESTS begins inside SOLUTION'],
])('refuses the delimiters of %j', (text, message) => {
  expect(() => assignmentOf([[text, { grade_id: 'a', solution: true }]])).toThrow(`lesson.ipynb, cell 1: ${message}`);
});

it.each([
  [[['a', { grade_id: 'a', grade: true }]], 'cell 1: a graded cell needs points'],
  [
    [
      ['a', { grade_id: 'a' }],
      ['b', { grade_id: 'a' }],
    ],
    'two cells have the grade_id "a"',
  ],
  [[['a', { grade_id: 7 }]], 'cell 1: metadata.nbgrader.grade_id'],
] as const)('refuses metadata: %j', (cells, message) => {
  expect(() => assignmentOf(cells as never)).toThrow(message);
});

it('keeps links, and removes outputs, solutions and hidden tests from a copy', () => {
  const copy = copyOf(
    assignmentOf(['[Next](02.ipynb)', ["await use('sandbox'); secret();", { grade_id: 'a', solution: true }]]),
  );
  expect(copy.cells.map(sourceOf)).toEqual(['[Next](02.ipynb)', '// Your code here.']);
});

it('gives each learner a copy with a seed of its own', async () => {
  const folder = createdClass();
  expect(await handOut(folder)).toMatchObject([{ points: 5, untouched: 0, copies: [{}, {}] }]);
  const texts = ['ada', 'grace'].map((id) =>
    readFileSync(join(folder, 'release', id, 'first-queue/first-queue.ipynb'), 'utf8'),
  );
  const room = openClass(folder);
  for (const [index, id] of ['ada', 'grace'].entries()) {
    expect(texts[index]).toContain(`use('sandbox', { seed: ${seedOf(room, id)}, ownNumbers: true })`);
    expect(texts[index]).toContain(`"learner": "${id}"`);
    expect(texts[index]).not.toMatch(/BEGIN|max_size: 20|only one such queue/);
  }
  expect(seedOf(room, 'ada')).not.toBe(seedOf(room, 'grace'));
});

it('names a phone number in a solution that learners do not have', async () => {
  const folder = createdClass();
  const text = readFileSync(source(folder), 'utf8');
  writeFileSync(
    source(folder),
    text.replace(
      "create({ name: 'returns'",
      "create({ name: (await platform.phone_numbers.list()).data.some((one) => one.number === '+12065550100') ? 'returns' : 'other'",
    ),
  );
  await expect(handOut(folder)).rejects.toThrow('find a number by its name, not as +12065550100');
});

it('hands nothing out if the solution of the teacher does not earn all points', async () => {
  const folder = createdClass();
  writeFileSync(
    source(folder),
    readFileSync(source(folder), 'utf8').replace("create({ name: 'returns'", "create({ name: 'other'"),
  );
  await expect(handOut(folder)).rejects.toThrow('your solution earns 0 of 3 points in "queue-test"');
  expect(existsSync(join(folder, 'release'))).toBe(false);
});

it('overwrites a copy that was changed only with force', async () => {
  const folder = createdClass();
  await handOut(folder);
  const copy = join(folder, 'release/ada/first-queue/first-queue.ipynb');
  writeFileSync(copy, 'mine');
  await expect(handOut(folder)).rejects.toThrow('exists and differs. Overwrite the copies with --force');
  expect(readFileSync(copy, 'utf8')).toBe('mine');
  await handOut(folder, true);
  expect(readFileSync(copy, 'utf8')).toContain('Your first queue');
});

it('collects the notebooks of learners, and names what it leaves out', () => {
  const folder = createdClass();
  const inbox = join(folder, 'inbox');
  writeNotebookFile(join(inbox, 'ada', 'work', 'first-queue.ipynb'), notebookOf(['1']));
  writeNotebookFile(join(inbox, 'eve.ipynb'), notebookOf(['1']));
  writeFileSync(join(inbox, 'ada', 'notes.txt'), 'a');
  writeFileSync(join(inbox, 'ada', 'first-queue.ipynb'), ' '.repeat(9 * 2 ** 20));
  symlinkSync('/etc/passwd', join(inbox, 'grace.ipynb'));
  const at = new Date('2026-01-02T03:04:05Z');
  const { files, refused, missing } = collect(openClass(folder), 'first-queue', { folder: inbox, at });
  expect(files).toEqual([]);
  expect(missing).toEqual(['ada', 'grace']);
  expect(refused.map(({ file, reason }) => [file.slice(inbox.length + 1), reason.split(',')[0]])).toEqual(
    expect.arrayContaining([
      ['grace.ipynb', 'it is a link'],
      ['ada/notes.txt', 'it is not a notebook'],
      ['eve.ipynb', 'no folder in its path is the id of a learner'],
      ['ada/work/first-queue.ipynb', `${join(inbox, 'ada/first-queue.ipynb')} is the same notebook of ada`],
    ]),
  );
  rmSync(join(inbox, 'ada', 'first-queue.ipynb'));
  const again = () => collect(openClass(folder), 'first-queue', { folder: inbox, at });
  expect(again().files).toEqual([
    { learner: 'ada', file: join(folder, 'submitted/ada/first-queue/2026-01-02T03.04.05.000Z/first-queue.ipynb') },
  ]);
  // The same time again: nothing is overwritten.
  expect(again().files).toEqual([]);
});

it.each(['../other', '.', 'a/b', ''])('refuses %j as the name of an assignment', (name) => {
  const folder = createdClass();
  mkdirSync(join(folder, 'inbox'));
  expect(() => collect(openClass(folder), name, { folder: join(folder, 'inbox'), at: new Date() })).toThrow(
    'is not the name of an assignment',
  );
});
