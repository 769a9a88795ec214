import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { operations, walkRows } from '../../src/client/index.js';

const bench = createBench();
afterAll(() => bench.close());

/** What stands under the error that an input ends with. */
async function advice(source: string): Promise<readonly string[]> {
  const outcome = await bench.run(source);
  if (outcome.ok) throw new Error(`${source} did not fail`);
  return bench.adviceOn(outcome.error);
}
/** What is said beside the result of an input. */
async function notices(source: string): Promise<string[]> {
  const before = bench.log.events.length;
  await bench.run(source);
  return bench.log.events.slice(before).flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
}

describe('an error says what to do', () => {
  it.each([
    ['platform.queues.lst()', ['did you mean platform.queues.list?']],
    ['await platform.qeues.list()', ['did you mean platform.queues?']],
    ['platform.dry.queues.lst()', ['did you mean platform.dry.queues.list?']],
    ["agent.add_skil('datetime')", ['did you mean agent.add_skill?']],
    ['sandbox.clock.advnce(5)', ['did you mean sandbox.clock.advance?']],
    ['queues.list()', ['did you mean platform.queues?']],
    ['sandbx.clock', ['did you mean sandbox?']],
    ["await platform.queues.get('nobody')", ['await platform.queues.list() shows what there is']],
    [
      "await platform.calling.play('c', { play: [{ type: 'adio', params: { url: 'https://example.com/' } }] })",
      [
        "try: await platform.calling.play('c', { play: [{ type: 'audio', params: { url: 'https://example.com/' } }] })",
        'platform.calling.play? says what it takes',
      ],
    ],
    [
      "await platform.phone_numbers.update('n', { call_handler: 'relay_scipt' })",
      [
        "try: await platform.phone_numbers.update('n', { call_handler: 'relay_script' })",
        'platform.phone_numbers.update? says what it takes',
      ],
    ],
    [
      "await platform.mfa.verify('r', { tokn: '123' })",
      ["try: await platform.mfa.verify('r', { token: '123' })", 'platform.mfa.verify? says what it takes'],
    ],
    [
      'await platform.addresses.create()',
      [expect.stringMatching(/^try: await platform\.addresses\.create\(\{ \w+: '…' \}\)$/), expect.any(String)],
    ],
    ["await agent.add_skill('datetme')", []],
    ["await agent.call_tool('get_current_time', {})", ["the skill datetime has it: await agent.add_skill('datetime')"]],
    ["await agent.call_tool('no_such_tool', {})", []],
    [
      "await agent.add_skill('weather_api', { api_key: 'k', temperature_unit: 'kelvin' })",
      ['.skills weather_api shows its parameters'],
    ],
    [
      'await platform.with({ check: false }).mfa.sms({ })',
      ["accepted: await platform.mfa.sms({ to: '+12065550100' })"],
    ],
    // What is said to be wrong cannot be mended from here: nothing is made up, and nothing is left out.
    ["await platform.queues.create({ name: 'sales' })", ["accepted: await platform.queues.create({ name: '…' })"]],
    [
      "const taken = 'sales'; await platform.queues.create({ name: taken })",
      ["accepted: await platform.queues.create({ name: '…' })"],
    ],
    [
      "const name = 'sales'; await platform.queues.create({ name })",
      ["accepted: await platform.queues.create({ name: '…' })"],
    ],
    [
      "await platform.with({ check: false }).queues.list({ page_size: 'x' })",
      ['platform.queues.list? says what it takes'],
    ],
    [
      'await platform.queues.list().data.map(String)',
      ['platform.queues.list() is a promise; its value has that: (await platform.queues.list()).data'],
    ],
    ['throw new Error("mine")', []],
    ['throw 5', []],
  ])('after %s', async (source, expected) => {
    expect(await advice(source)).toEqual(expected);
  });

  it('with an id that was seen, where one is missing', async () => {
    const outcome = await bench.run('(await platform.queues.list()).data[0].id');
    const id = outcome.ok && outcome.value;
    expect((await advice('await platform.queues.get()'))[0]).toBe(`try: await platform.queues.get('${id}')`);
  });

  it('with nothing that runs, where it would delete, and as dry as it was asked', async () => {
    await bench.run('await platform.queues.list()');
    for (const source of [
      '.dry platform.queues.delete()',
      'await platform.queues.delete()',
      'platform.dry.queues.delete()',
    ])
      expect(await advice(source)).toEqual([
        'await platform.queues.list() shows what there is',
        'platform.queues.delete? says what it takes',
      ]);
    expect((await advice('.dry platform.queues.get()'))[0]).toMatch(/^try: \.dry platform\.queues\.get\('[\w-]+'\)$/);
  });

  it.each([...walkRows(operations)].filter(([, row]) => row.spends).map(([name]) => name))(
    'and never offers %s with the id of a thing that is there',
    async (name) => {
      const ids = await bench.run('(await platform.queues.list()).data.map(({ id }) => id)');
      const outcome = await bench.run(`await platform.${name}()`);
      const lines = outcome.ok ? [] : bench.adviceOn(outcome.error);
      for (const id of (ids.ok ? ids.value : []) as string[]) expect(lines.join()).not.toContain(id);
    },
  );

  it.each([
    'platform.with({ check: false }).mfa.sms({ })',
    'platform.addresses.create({ })',
    "platform.phone_numbers.update('n', { call_handler: 'relay' })",
    "platform.calling.play('c', { play: [{ type: 'ringtne', params: { name: 'us' } }] })",
    'platform.queues.get()',
  ])('and what it says to try after %s is accepted', async (source) => {
    let [call = ''] = await advice(`await ${source}`);
    // One complaint at a time: what is tried may bring the next.
    for (let turn = 0; turn < 10; turn++) {
      const tried = await bench.run(call.replace(/^(?:try|accepted): await platform\.(?:dry\.)?/, 'platform.dry.'));
      if (tried.ok) return expect(tried.value).toHaveProperty('url');
      [call = ''] = bench.adviceOn(tried.error);
    }
    throw new Error(`nothing helps: ${call}`);
  });
});

it('asks after the host where no connection was made', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const made = `new RestClient({ host: 'http://127.0.0.1:${port}', project: 'p', token: 't', retries: 0 })`;
  expect(await advice(`await ${made}.queues.list()`)).toEqual([
    `is 127.0.0.1:${port} the right host, and is there a connection to it? .why says more`,
  ]);
});

describe('a result that says little is explained', () => {
  it.each([
    ['platform.phone_numbers.list', 'call it: await platform.phone_numbers.list()'],
    ['await platform.queues.get;', 'call it: await platform.queues.get(queue_id)'],
    ['platform.dry.queues.get', 'call it: platform.dry.queues.get(queue_id)'],
  ])('%s', async (source, says) => expect(await notices(source)).toEqual([says]));

  it('the registry, which says how many skills it has', async () => {
    const count = (await bench.run('(await registry.list_skills()).length')) as { value: unknown };
    expect(await notices('registry')).toEqual([
      `${count.value} skills: .skills lists them, await registry.list_skills() gives the list`,
    ]);
  });
});

describe('a forgotten await is pointed out', () => {
  it('when the list is kept', async () => {
    expect(await notices('const q = platform.queues.list()')).toEqual([
      'q sends its request when it is awaited: await q gives a page, for await (const one of q) walks them all',
    ]);
  });
  it('when it is used as its value', async () => {
    expect(await notices('q.data')).toEqual(['q is a promise; its value has that: (await q).data']);
    expect(await advice('q.data.map(String)')).toEqual(['q is a promise; its value has that: (await q).data.map']);
  });
  it.each([
    [
      'if (platform.queues.list().length) 1',
      'platform.queues.list() is a promise; its value has that: (await platform.queues.list()).length',
    ],
    [
      "platform.queues.create({ name: 'spot' }).id ?? 'none'",
      'platform.queues.create(…) is a promise; its value has that: (await platform.queues.create(…)).id',
    ],
    [
      'platform.queues.list()[0]',
      'platform.queues.list() is a promise; its value has that: (await platform.queues.list())[…]',
    ],
    [
      'const { data: spot } = platform.queues.list()',
      'platform.queues.list() is a promise; its value has that: { data: spot } = await platform.queues.list()',
    ],
    ['const { links } = q', 'q is a promise; its value has that: { links } = await q'],
  ])('when it is used on the spot: %s', async (source, says) => expect(await notices(source)).toEqual([says]));
  it.each([
    '(await platform.queues.list()).data.length',
    'platform.queues.list().then(() => 1)',
    'platform.dry.queues.list().url',
    'platform.queues.list.name',
    'const { data: taken } = await platform.queues.list()',
    'const { dry } = platform',
    '[1].map(q => q.data)',
    'const made = await new Promise(q => setTimeout(() => q(1), 1)) &',
  ])('and not in %s', async (source) => expect(await notices(source)).toEqual([]));
  it('once, and not of one that is awaited', async () => {
    expect(await notices('[q].length')).toEqual([]);
    expect(await notices('(await q).data.length')).toEqual([]);
    expect(await notices('q.then((page) => page.data.length)')).toEqual([]);
  });
  it('of any promise, and of none in a script', async () => {
    expect(await notices('const later = Promise.resolve(1)')).toEqual([
      'later is a promise: await later gives its value',
    ]);
    const before = bench.log.events.length;
    await bench.run('const own = Promise.resolve(1)', { script: true });
    expect(bench.log.events.slice(before).some(({ kind }) => kind === 'notice')).toBe(false);
  });
});
