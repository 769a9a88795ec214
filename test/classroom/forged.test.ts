import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyOf, createdClass, exampleIn, gradedHere, solved } from './support/classroom.js';
import { FORGED } from './support/forged-submissions.js';

const PRIVATE = 'PRIVATE-TEXT-OF-THE-TEACHER';
const folder = mkdtempSync(join(tmpdir(), 'forged-'));
const targets = { file: join(folder, 'private.txt'), out: join(folder, 'out.txt'), url: 'http://127.0.0.1:9' };
writeFileSync(targets.file, PRIVATE);
writeFileSync(targets.out, 'UNTOUCHED');
const assignment = exampleIn(createdClass());
const builtIns = () =>
  [Object.prototype, Array.prototype, Promise.prototype, Function.prototype, JSON].flatMap((one) =>
    Object.values(Object.getOwnPropertyDescriptors(one)).map(({ value }) => value),
  );

it('gives points to an honest submission', async () => {
  const honest = solved(assignment, {
    queue: "await platform.queues.create({ name: 'returns', max_size: 20 });",
    names: 'const names = (await platform.phone_numbers.list()).data.map((one: any) => one.name);',
  });
  expect(await gradedHere(assignment, honest)).toMatchObject({ earned: 5, points: 5, problems: [] });
});

it.each(FORGED.filter(({ needsProcess }) => !needsProcess))(
  'gives nothing to one that $name',
  { timeout: 30_000 },
  async ({ forge }) => {
    const before = builtIns();
    const copy = copyOf(assignment);
    forge(copy, targets);
    const grade = await gradedHere(assignment, copy);
    expect(grade.points).toBe(5);
    expect(grade.grades.map(({ id, earned }) => [id, earned])).toEqual([
      ['queue-test', 0],
      ['names-test', 0],
    ]);
    expect(JSON.stringify(grade)).not.toContain(PRIVATE);
    expect(readFileSync(targets.out, 'utf8')).toBe('UNTOUCHED');
    expect(builtIns()).toEqual(before);
  },
);

it('has at least 50 forged submissions with different names', () => {
  expect(new Set(FORGED.map(({ name }) => name)).size).toBeGreaterThanOrEqual(50);
});
