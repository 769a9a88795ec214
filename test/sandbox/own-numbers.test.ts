import { expect, it } from 'vitest';
import { newSandbox } from '../../src/sandbox/index.js';

async function account(seed: number, ownNumbers = true) {
  const sandbox = newSandbox();
  sandbox.reset({ seed, ownNumbers });
  const platform = sandbox.client();
  const { data } = await platform.phone_numbers.list();
  return { sandbox, platform, numbers: data, texts: data.map(({ number }) => number) };
}

const SAMPLE = ['+12065550100', '+12065550101', '+12125550142', '+13125550175', '+14155550120', '+18005550199'];

it('gives 60 learners numbers and ids of their own, in the areas of the sample account', async () => {
  const learners = await Promise.all(Array.from({ length: 60 }, (_, seed) => account(seed * 7919 + 3)));
  expect(new Set(learners.map(({ texts }) => texts.join())).size).toBe(60);
  expect(new Set(learners.flatMap(({ numbers }) => numbers.map(({ id }) => id))).size).toBe(60 * SAMPLE.length);
  for (const { texts } of learners) {
    expect(new Set(texts).size).toBe(SAMPLE.length);
    expect(texts.map((one) => one.slice(0, -2)).sort()).toEqual(SAMPLE.map((one) => one.slice(0, -2)));
  }
}, 120_000);

it('gives the same numbers and ids for the same seed', async () => {
  const [one, other] = [await account(7), await account(7)];
  expect(one.sandbox.snapshot()).toEqual(other.sandbox.snapshot());
});

it('keeps the sample numbers with a seed alone, and returns to the own numbers at a reset', async () => {
  expect((await account(7, false)).texts.sort()).toEqual(SAMPLE);
  const { sandbox, platform, numbers, texts } = await account(7);
  await platform.phone_numbers.update(numbers[0]?.id ?? '', { name: 'changed' });
  sandbox.reset();
  const again = (await platform.phone_numbers.list()).data;
  expect(again.map(({ number }) => number)).toEqual(texts);
  expect(again[0]?.name).not.toBe('changed');
});

it('refers to the own numbers everywhere, and to no sample number', async () => {
  const { sandbox, texts } = await account(7);
  const state = JSON.stringify(sandbox.snapshot());
  for (const number of SAMPLE) if (!texts.includes(number)) expect(state).not.toContain(number);
  const { sandbox: sample } = await account(7, false);
  const counts = (text: string, numbers: readonly string[]) =>
    numbers.map((number) => text.split(number).length - 1).sort();
  expect(counts(state, texts)).toEqual(counts(JSON.stringify(sample.snapshot()), SAMPLE));
});

it('answers a call of an own number as the sample account does', async () => {
  const { sandbox, numbers } = await account(7);
  const desk = numbers.find(({ name }) => name === 'Front desk');
  const { call_id } = await sandbox.ring(desk?.number ?? '');
  expect(sandbox.story(call_id)).toMatchObject({ to: desk?.number });
});
