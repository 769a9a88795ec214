import { expect, it } from 'vitest';
import type { ClassGrade } from '../../src/classroom/grade/grade-class.js';
import { similarPairs } from '../../src/classroom/grade/similarity.js';
import { gradeSuite, resultsCsv, resultsJson, similarCsv } from '../../src/classroom/report/tables.js';

const checks = [
  { message: 'There is a queue', points: 2, earned: 2 },
  { message: 'It is empty', points: 1, earned: 0, problem: 'there is no value "a"' },
];
const grade = {
  ...{ earned: 2, points: 8, cells: [] },
  problems: ['=cmd()', 'cell "a", b'],
  grades: [
    { id: 'queue', points: 3, earned: 2, checks },
    { id: 'essay', points: 5, earned: null, checks: [] },
  ],
};
const results: ClassGrade = {
  ...{ assignment: 'first', left: 1 },
  grades: [
    { learner: { id: 'ada', name: '=Ada' }, notebook: 'a.ipynb', points: 8, earned: 2, grade },
    {
      learner: { id: 'bob', name: 'Bob' },
      notebook: 'a.ipynb',
      points: 8,
      earned: 0,
      problem: 'nothing was handed in',
    },
  ],
  similar: [{ notebook: 'a.ipynb', learners: ['ada', 'bob'], similarity: 0.756, shared: 40 }],
};

it('writes CSV that no spreadsheet runs', () => {
  expect(resultsCsv(results)).toBe(
    `id,name,notebook,earned,points,queue,essay,problems\nada,'=Ada,a.ipynb,2,8,2,,"'=cmd(); cell ""a"", b"\nbob,Bob,a.ipynb,0,8,,,nothing was handed in\n`,
  );
  expect(similarCsv(results)).toBe('notebook,learner,other,similarity,shared_sequences\na.ipynb,ada,bob,0.76,40\n');
});

it('writes JSON with each check', () => {
  const read = JSON.parse(resultsJson(results));
  expect(read).toMatchObject({
    assignment: 'first',
    not_graded: 1,
    learners: [{ id: 'ada', earned: 2 }, { problem: 'nothing was handed in' }],
  });
  expect(read.learners[0].cells[0].checks).toEqual(checks);
});

it('writes a JUnit case for each check, and skips what a person grades', () => {
  const [ada, bob] = results.grades.map(gradeSuite);
  expect(ada?.cases.map(({ name, failures, isSkipped }) => [name, failures, isSkipped])).toEqual([
    ['queue: There is a queue', [], undefined],
    ['queue: It is empty', ['there is no value "a"'], undefined],
    ['essay', [], true],
  ]);
  expect(bob?.cases).toMatchObject([{ name: 'can be graded', failures: ['nothing was handed in'] }]);
});

const CODE = `const { data: all } = await platform.queues.list();
for (const one of all) {
  if (one.friendly_name.startsWith('a') && one.max_size > 3) await platform.queues.delete(one.id);
  else console.log('kept', one.friendly_name, one.max_size);
}`;
const RENAMED = CODE.replaceAll('one', 'queue')
  .replaceAll("'a'", '"b"')
  .replaceAll('\n', '\n\n// a comment\n')
  .replace('3', '4');
const OTHER = `let count = 0;
const numbers = (await platform.phone_numbers.list()).data.map(({ number }) => number).sort();
while (numbers.length > count) count += numbers[count] === undefined ? 2 : 1;
console.log(numbers.join(', '), count, new Date(2025, 1, 1).getTime() / 1000);`;

it('finds code that differs in names, texts and white space only, and nothing else', () => {
  const all = [
    { learner: 'ada', code: CODE },
    { learner: 'bob', code: OTHER },
    { learner: 'eve', code: RENAMED },
  ];
  expect(similarPairs(all, '')).toMatchObject([{ learners: ['ada', 'eve'], similarity: 1 }]);
});

it('ignores what the teacher gave to all, and short answers', () => {
  const all = ['ada', 'eve'].map((learner) => ({ learner, code: CODE }));
  expect(similarPairs(all, CODE)).toEqual([]);
  expect(
    similarPairs(
      all.map(({ learner }) => ({ learner, code: 'const a = 1;' })),
      '',
    ),
  ).toEqual([]);
});
