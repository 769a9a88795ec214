import { afterAll, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { showText } from '../../src/show/index.js';

const bench = createBench();
afterAll(() => bench.close());

async function notices(source: string): Promise<string[]> {
  const before = bench.log.events.length;
  const outcome = await bench.run(source);
  expect(outcome.ok, source).toBe(true);
  return bench.log.events.slice(before).flatMap((one) => (one.kind === 'notice' ? [one.text] : []));
}

const shown = (outcome: Awaited<ReturnType<typeof bench.run>>, columns = 200): string =>
  showText(outcome.ok && outcome.value, { columns, colour: false });

const CREATE =
  "await platform.compat.messages.create({ From: '+12065550100', To: '+12065550123', Body: 'Hello there' })";

it('explains once that the clock must advance before a message is sent', async () => {
  const empty = await bench.run('.sandbox inbox');
  expect(shown(empty)).toBe('The sandbox has not sent anything to a phone.');
  const [notice = '', ...more] = await notices(CREATE);
  expect(more).toEqual([]);
  expect(notice).toMatch(
    /^the sandbox sends a message when its clock advances\. Type \.sandbox run \d+, then \.sandbox inbox$/,
  );
  expect(await notices(`const again = ${CREATE}`)).toEqual([]);
  const waiting = await bench.run('.sandbox inbox');
  const run = /^The sandbox has not .* Its clock waits\. To let the next events happen, type (\.sandbox run \d+)$/.exec(
    shown(waiting),
  )?.[1];
  expect(run).toBeDefined();
  await bench.run(run ?? '');
  expect(await bench.run('sandbox.inbox.length')).not.toMatchObject({ value: 0 });
});

it.each([40, 80, 200])('shows to whom a message goes and its text at %i columns', async (columns) => {
  await bench.run(`${CREATE}; ${CREATE}; sandbox.clock.advance(60)`);
  const outcome = await bench.run('sandbox.inbox');
  const text = shown(outcome, columns);
  expect(text).toContain('+12065550123');
  expect(text).toContain('Hello there');
});
