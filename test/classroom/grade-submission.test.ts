import { expect, it } from 'vitest';
import { feedbackNotebook } from '../../src/classroom/report/feedback.js';
import { assignmentOf, copyOf, gradedHere, notebookOf, sourceOf } from './support/classroom.js';

const TEST = { grade: true, locked: true };
const start = [
  "import { check, platform, use, value } from 'patchbay/notebook';\nawait use('sandbox');",
  { grade_id: 'start', locked: true },
] as const;
const answer = (source: string) => [source, { grade_id: 'answer', solution: true }] as const;
const test = (source: string, points: number, id = 'test') => [source, { ...TEST, grade_id: id, points }] as const;
const gradesOf = async (cells: Parameters<typeof assignmentOf>[0]) => {
  const assignment = assignmentOf(cells);
  const { grades } = await gradedHere(assignment, assignment.notebook);
  return grades.map(({ earned, problem }) => [earned, problem]);
};

it('counts each check, parts of a check, and no more than the points of the cell', async () => {
  const parts = "check(2, 'a', () => true); check(2, 'b', () => 0.25); check(1, 'c', () => false);";
  expect(await gradesOf([start, test(parts, 5), test("check(9, 'a', () => true);", 1, 'more')])).toEqual([
    [2.5, undefined],
    [1, undefined],
  ]);
});

it('gives no points to a check that throws or returns something else, and reports why', async () => {
  const assignment = assignmentOf([
    start,
    test("check(1, 'a', () => { throw new Error('no queue') }); check(1, 'b', () => 3 as any);", 2),
  ]);
  const { grades } = await gradedHere(assignment, assignment.notebook);
  expect(grades[0]?.checks).toEqual([
    { message: 'a', points: 1, earned: 0, problem: 'no queue' },
    { message: 'b', points: 1, earned: 0, problem: 'the test must return true, false or a number from 0 to 1' },
  ]);
});

it('gives all points to a test without checks that does not throw, as nbgrader does', async () => {
  expect(await gradesOf([start, test('1 + 1', 3), test("throw new Error('wrong')", 3, 'other')])).toEqual([
    [3, undefined],
    [0, 'Error: wrong'],
  ]);
});

it('shows a test the state at its position: of the sandbox, its journal and its values', async () => {
  const count = "check(1, 'one', async () => (await platform.queues.list()).data.length === value('seen'));";
  const journal =
    "check(1, 'journal', () => sandbox.verify([{ request: { operation: 'queues.create', fields: { name: 'a' } }, times: 1 }]).difference === null);";
  const make = (name: string) =>
    `await platform.queues.create({ name: '${name}' }); var seen = (await platform.queues.list()).data.length;`;
  expect(
    await gradesOf([
      start,
      [make('a'), { grade_id: 'a', solution: true }],
      test(count + journal, 2),
      [make('b'), { grade_id: 'b', solution: true }],
      test(count, 1, 'later'),
    ]),
  ).toEqual([
    [2, undefined],
    [1, undefined],
  ]);
});

it('gives each test a copy of the sandbox of its own', async () => {
  const spoil = "await platform.queues.create({ name: 'more' }); check(1, 'a', () => true);";
  const look =
    "check(1, 'b', async () => !(await platform.queues.list()).data.some((one) => one.friendly_name === 'more'));";
  expect(await gradesOf([start, test(spoil, 1), test(look, 1, 'look')])).toEqual([
    [1, undefined],
    [1, undefined],
  ]);
});

it('leaves an answer that a person grades open', async () => {
  const assignment = assignmentOf([
    start,
    ['An essay.', { grade: true, solution: true, grade_id: 'essay', points: 4 }],
  ]);
  const { earned, points, grades } = await gradedHere(assignment, assignment.notebook);
  expect([earned, points, grades[0]?.earned]).toEqual([0, 4, null]);
});

it('runs cells that the learner added after the cell that they follow', async () => {
  const assignment = assignmentOf([
    start,
    answer('let names = helper();'),
    test("check(1, 'a', () => value('names') === 7);", 1),
  ]);
  const copy = copyOf(assignment);
  copy.cells.splice(1, 0, ...notebookOf(['const helper = () => 7;']).cells);
  copy.cells[2] = { ...(copy.cells[2] as object), source: 'let names = helper();' } as (typeof copy.cells)[number];
  expect(await gradedHere(assignment, copy)).toMatchObject({ earned: 1, problems: [] });
});

it('continues after a cell that fails, and reports its error', async () => {
  const assignment = assignmentOf([start, answer('nothing.here;'), test("check(1, 'a', () => true);", 1)]);
  const { earned, cells } = await gradedHere(assignment, assignment.notebook);
  expect(earned).toBe(1);
  expect(cells[1]?.failed).toContain('nothing is not defined');
});

it('writes feedback without hidden tests and without outputs of the submission', async () => {
  const hidden =
    "check(1, 'open', () => true);\n// BEGIN HIDDEN TESTS\ncheck(1, 'secret', () => value('key') === 'SECRET');\n// END HIDDEN TESTS";
  const assignment = assignmentOf([start, answer("console.log('printed');"), test(hidden, 2)]);
  const copy = copyOf(assignment);
  copy.cells[1] = {
    ...copy.cells[1],
    source: "console.log('printed');",
    outputs: [{ output_type: 'stream', text: 'FORGED' }],
  } as never;
  const grade = await gradedHere(assignment, copy);
  const learner = { id: 'ada', name: 'Ada' };
  const notebook = feedbackNotebook(assignment, { learner, notebook: 'a', points: 2, earned: 1 }, grade);
  const text = JSON.stringify(notebook);
  expect(text).toContain('printed');
  expect(text).toContain('Not yet, 0 of 1: secret (there is no value');
  expect(text).not.toMatch(/FORGED|SECRET/);
  expect(sourceOf(notebook.cells[0] as never)).toContain('# 1 of 2 points');
});
