import { describe, expect, it } from 'vitest';
import { Trial } from '../../src/assist/index.js';
import { createSandbox } from '../../src/sandbox.js';

const sandbox = createSandbox();
const variables: Readonly<Record<string, unknown>> = {
  name: 'one',
  settings: { max_size: 3 },
  trap: Object.defineProperty({}, 'name', {
    enumerable: true,
    get: () => {
      throw new Error('a getter ran');
    },
  }),
};
const trialOf = (session?: typeof sandbox) =>
  new Trial({
    sandbox: () => session,
    peek: (name) => Object.getOwnPropertyDescriptor(variables, name),
  });
const resultOf = async (code: string, session?: typeof sandbox) => (await trialOf(session).verdictOn(code)).result;

describe('a trial of a call', () => {
  it.each([
    ["await platform.queues.create({ name: 'new' })", 'succeeds'],
    ['await platform.queues.create({ name })', 'succeeds'],
    ['await platform.queues.create({ name, max_size: settings.max_size })', 'succeeds'],
    ["await platform.queues.create({ name: 'sales' })", 'fails'],
    ["await platform.queues.get('nothing')", 'fails'],
    ['await platform.queues.get()', 'fails'],
    ["platform.dry.queues.get('nothing')", 'succeeds'],
    [".dry platform.queues.get('nothing')", 'succeeds'],
    ['await platform.queues.create({ name: trap.name })', 'not tried'],
    ['await platform.queues.create(trap)', 'not tried'],
    ['await platform.queues.create({ name: String(1) })', 'not tried'],
    ["await other.queues.create({ name: 'new' })", 'not tried'],
  ])('%s: %s', async (code, result) => expect(await resultOf(code, sandbox)).toBe(result));

  it('changes nothing in the sandbox of the session', async () => {
    const before = JSON.stringify([sandbox.snapshot(), sandbox.journal, sandbox.callbacks, sandbox.clock.now()]);
    const trial = trialOf(sandbox);
    await trial.verdictOn("await platform.queues.create({ name: 'new' })");
    await trial.verdictOn(
      "await platform.calling.dial({ from: '+12065550100', to: '+12065550101', url: 'http://127.0.0.1:9/', status_url: 'http://127.0.0.1:9/' })",
    );
    await trial.verdictOn("await platform.queues.get('nothing')");
    expect(JSON.stringify([sandbox.snapshot(), sandbox.journal, sandbox.callbacks, sandbox.clock.now()])).toBe(before);
  });

  it('starts each call from the state of the session', async () => {
    const trial = trialOf(sandbox);
    const code = "await platform.queues.create({ name: 'new' })";
    expect([await trial.verdictOn(code), await trial.verdictOn(code)]).toEqual([
      { result: 'succeeds' },
      { result: 'succeeds' },
    ]);
  });

  it('only validates a call when the sandbox does not answer the requests', async () => {
    expect(await resultOf("await platform.queues.create({ name: 'sales' })")).toBe('not tried');
    expect(await resultOf('await platform.queues.get()')).toBe('fails');
  });
});
