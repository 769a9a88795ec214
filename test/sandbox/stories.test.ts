import { expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { document } from './engine/line.js';

const FROM = '+12065550107';

it('a call that calling.dial creates has a story, with its steps, their durations and the called parties', async () => {
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers, calling } = sandbox.client();
  await phone_numbers.purchase({ number: FROM });
  const main = [{ play: 'silence:3' }, { connect: { to: '+13125550171', timeout: 10 } }, { label: 'end' }];
  const { id } = await calling.dial({ from: FROM, to: '+15005550106', swml: document(main) });
  sandbox.clock.advance(120);
  await sandbox.settled();
  const story = sandbox.story(String(id).slice(0, 8));
  expect(story.steps.map(({ verb, time, duration }) => [verb, time, duration])).toMatchObject([
    ['play', 0, 3],
    ['connect', 3, 7],
  ]);
  expect(story.called.map(({ to, parent }) => [to, parent])).toEqual([['+13125550171', id]]);
  expect(sandbox.calls().map(({ to }) => to)).toEqual(['+15005550106', '+13125550171']);
});

it('the document of a called number has its story and its problems', async () => {
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers, fabric } = sandbox.client();
  const numbers = [FROM, '+12065550108'];
  const mains = [[{ connect: { to: numbers[1] } }], [{ play: 'bad' }]];
  for (const [index, number] of numbers.entries()) {
    const { id } = await phone_numbers.purchase({ number });
    const { swml_script } = await fabric.swml_scripts.create({ name: number, contents: document(mains[index]) });
    await phone_numbers.set_swml_webhook(id, String((swml_script as { request_url: string }).request_url));
  }
  await sandbox.ring(FROM);
  const far = sandbox.calls().find(({ to, direction }) => to === numbers[1] && direction === 'inbound');
  const story = sandbox.story(String(far?.id));
  expect(story.steps.map(({ verb }) => verb)).toEqual(['play']);
  expect(story.problems.join()).toContain('bad must start with');
});

it('a problem that a loop repeats is one line with its count', async () => {
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers, fabric } = sandbox.client();
  const { id } = await phone_numbers.purchase({ number: FROM });
  const main = [{ label: 'again' }, { user_event: { event: { tick: 1 } } }, { goto: { label: 'again', max: 4 } }];
  const { swml_script } = await fabric.swml_scripts.create({ name: 'Loop', contents: document(main) });
  await phone_numbers.set_swml_webhook(id, String((swml_script as { request_url: string }).request_url));
  expect((await sandbox.ring(FROM)).problems).toEqual([
    expect.stringMatching(/user_event is not simulated.*\(5 times\)$/),
  ]);
  expect((await sandbox.ring(FROM, { answers: { user_event: {} } })).problems).toEqual([]);
});

it('an unknown call is named', () => {
  expect(() => createSandbox({ empty: true }).story('nobody')).toThrow('there is no call nobody');
});
