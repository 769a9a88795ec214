import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { createBench } from '../../src/bench/index.js';

const folder = mkdtempSync(join(tmpdir(), 'edit-'));
let opened = '';
let answer = (text: string) => text;
const bench = createBench({
  isPrompt: true,
  directory: folder,
  edit: async (text) => {
    opened = text;
    return answer(text);
  },
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});
const shown = async (source: string, at = bench) => {
  const outcome = await at.run(source);
  return String(outcome.ok ? outcome.value : (outcome.error as Error).message);
};

it('.edit FUNCTION opens the typed input that defined it, and runs the edited text', async () => {
  await bench.run('const add = (a: number, b: number): number => a + b;');
  answer = (text) => text.replace('a + b', 'a * b');
  await bench.run('.edit add');
  expect(opened).toBe('const add = (a: number, b: number): number => a + b;');
  expect(await shown('add(3, 4)')).toBe('12');
  await bench.run('.edit add');
  expect(opened).toContain('a * b');
});

it('.edit opens the last input, and runs nothing that did not change', async () => {
  await bench.run('20 + 1');
  answer = (text) => text.replace('1', '2');
  expect(await shown('.edit')).toBe('22');
  answer = (text) => `${text}\n`.trimEnd();
  expect(await shown('.edit')).toBe('Nothing changed, so nothing ran.');
  answer = () => '';
  expect(await shown('.edit add')).toBe('Nothing changed, so nothing ran.');
});

it('.save has the edited code, and In has it by the number of .edit', async () => {
  await bench.run('const size = () => 1');
  answer = (text) => text.replace('1', '200');
  await bench.run('.edit size');
  const { input } = bench.log.events.findLast(({ kind }) => kind === 'input') as { input: number };
  expect(await bench.run(`In[${input}]`)).toEqual({ ok: true, value: 'const size = () => 200' });
  const file = join(folder, 'edited.ts');
  await bench.run(`.save ${file}`);
  expect(readFileSync(file, 'utf8')).toMatch(/const size = \(\) => 1\n[\s\S]*const size = \(\) => 200\n/);
});

it('.save has the code of .time', async () => {
  await bench.run('.time const timed = 5');
  await bench.run('timed + 1');
  const file = join(folder, 'timed.ts');
  await bench.run(`.save ${file}`);
  expect(readFileSync(file, 'utf8')).toMatch(/\nconst timed = 5\n[\s\S]*\ntimed \+ 1\n/);
});

it('explains what cannot be edited', async () => {
  writeFileSync(join(folder, 'far.ts'), '\nexport function far() {}\n');
  await bench.run("import { far } from './far.js'; const bound = far.bind(null), plain = 1");
  expect(await shown('.edit far')).toBe(
    `far is defined in ${join(folder, 'far.ts')}:2. Edit that file and import it again`,
  );
  expect(await shown('.edit bound')).toMatch(/^no input of this session defined bound\./);
  expect(await shown('.edit plain')).toBe('plain is not a function of this session. To list the variables, type .vars');
  expect((await bench.complete('.edit a', 7)).items.map(({ text }) => text)).toContain('add');
  const dumb = createBench({ isPrompt: true });
  expect(await shown('.edit', dumb)).toMatch(/^\.edit needs a terminal/);
  await dumb.close();
});

it('Ctrl-C ends a command that does not answer', async () => {
  let opened = () => {};
  const started = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const edit = () => {
    opened();
    return new Promise<string>(() => {});
  };
  const own = createBench({ isPrompt: true, edit });
  await own.run('1 + 1');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const run = own.run('.edit');
  await started;
  own.interrupt();
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  expect(await run).toMatchObject({ ok: false, error: { name: 'Interrupted' } });
  expect(await own.run('1 + 1')).toEqual({ ok: true, value: 2 });
  await own.close();
});

it('.history and .ids number each input once, with the code that ran', async () => {
  await bench.run('const width = () => 3');
  answer = (text) => text.replace('3', '4');
  await bench.run('.edit width');
  const { input } = bench.log.events.findLast(({ kind }) => kind === 'input') as { input: number };
  const outcome = await bench.run('.history');
  const rows = outcome.ok ? (outcome.value as { parts: readonly { pairs?: readonly [string, string][] }[] }).parts : [];
  const pairs = rows.flatMap((part) => part.pairs ?? []);
  const numbers = pairs.map(([number]) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(pairs).toContainEqual([String(input), 'const width = () => 4']);
});
