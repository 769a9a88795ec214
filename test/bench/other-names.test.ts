import { afterAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { showText } from '../../src/show/index.js';

const bench = createBench();
afterAll(() => bench.close());

async function answerTo(source: string): Promise<string> {
  const outcome = await bench.run(source);
  return outcome.ok
    ? showText(outcome.value, { columns: 200, colour: false })
    : [(outcome.error as Error).message, ...bench.adviceOn(outcome.error)].join('\n');
}

describe('a word that names a command', () => {
  it.each([
    [':q', '.exit'],
    [':wq', '.exit'],
    ['bye', '.exit'],
    ['logout', '.exit'],
    ['/help', '.help'],
    ['--help', '.help'],
    [':help', '.help'],
    ['man sandbox.ring', '.help sandbox.ring'],
    ['why', '.why'],
    ['undo', '.sandbox reset'],
    ['history', '.history'],
  ])('%s leads to %s', async (source, command) => expect(await answerTo(source)).toContain(`type \`${command}\``));

  it.each(['menu', 'greeting', 'edit', 'explain', 'skills'])('%s leads to the help', async (word) =>
    expect(await answerTo(word)).toContain(
      `.${word}`.replace('.menu', '.help menu').replace('.greeting', '.help greeting'),
    ),
  );

  it.each([
    ['.quit', '.exit'],
    ['.bye', '.exit'],
    ['.run', '.load'],
    ['.run a.ts', '.load'],
    ['.ring +12065550100', '.sandbox ring'],
    ['.inbox', '.sandbox inbox'],
    ['.reset', '.sandbox reset'],
    ['.man ring', '.help'],
  ])('%s leads to %s', async (source, command) => expect(await answerTo(source)).toContain(`Did you mean ${command}?`));

  it('wins over no variable of that name', async () => {
    const own = createBench();
    await own.run('let help = 3, why = 4');
    expect(await own.run('--help')).toMatchObject({ ok: true, value: 2 });
    expect(await own.run('why')).toMatchObject({ ok: true, value: 4 });
    await own.close();
  });
});
