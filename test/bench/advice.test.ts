import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createBench, present } from '../../src/bench/index.js';
import { operations, type PlatformRestError, walkRows } from '../../src/client/index.js';
import { alternatives } from '../../src/util/index.js';
import { firstOfItsKind, sampled } from '../support/rotation.js';

const bench = createBench();
afterAll(() => bench.close());

/** Returns the advice under the error of an input. */
async function advice(source: string): Promise<readonly string[]> {
  const outcome = await bench.run(source);
  if (outcome.ok) throw new Error(`${source} did not fail`);
  return bench.adviceOn(outcome.error);
}
/** Returns the notices that an input logs. */
async function notices(source: string): Promise<string[]> {
  const before = bench.log.events.length;
  await bench.run(source);
  return bench.log.events.slice(before).flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
}

const CORRECTED_INPUTS = [
  ['platform.queues.lst()', ['Did you mean platform.queues.list?']],
  ['await platform.qeues.list()', ['Did you mean platform.queues?']],
  ['platform.dry.queues.lst()', ['Did you mean platform.dry.queues.list?']],
  ['platform.phone_number.list()', ['Did you mean platform.phone_numbers?']],
  ["agent.add_skil('datetime')", ['Did you mean agent.add_skill?']],
  ['sandbox.clock.advnce(5)', ['Did you mean sandbox.clock.advance?']],
  ['queues.list()', ['Did you mean platform.queues?']],
  ['sandbx.clock', ['Did you mean sandbox?']],
  ['print(5)', ['in TypeScript, write console.log(value)']],
  ['len([1])', ['in TypeScript, write [1].length']],
  ['React.version', ['begin the .tsx file with import React from "react", and install react']],
  ['const none = None', ['in TypeScript, write null']],
  ["await platform.queues.get('nobody')", ['to list the ids, run await platform.queues.list()']],
  [
    "await platform.calling.play('c', { play: [{ type: 'adio', params: { url: 'https://example.com/' } }] })",
    [
      "corrected call, but the id does not exist: await platform.calling.play('c', { play: [{ type: 'audio', params: { url: 'https://example.com/' } }] })",
      "changed: play[0].type is 'audio', not 'adio'",
      'for help, type platform.calling.play?',
    ],
  ],
  [
    "await platform.phone_numbers.update('n', { call_handler: 'relay_scipt' })",
    [
      "corrected call, but the id does not exist: await platform.phone_numbers.update('n', { call_relay_script_url: 'https://example.com/', call_handler: 'relay_script' })",
      "changed: call_handler is 'relay_script', not 'relay_scipt'",
      'for help, type platform.phone_numbers.update?',
    ],
  ],
  [
    "await platform.mfa.verify('r', { tokn: '123' })",
    [
      "corrected call, but the id does not exist: await platform.mfa.verify('r', { token: '123' })",
      'for help, type platform.mfa.verify?',
    ],
  ],
  [
    'await platform.addresses.create()',
    [expect.stringMatching(/^example: await platform\.addresses\.create\(\{ label: '…', .+ \}\)$/), expect.any(String)],
  ],
  [
    "platform.buy({ number: '+12065550188' })",
    [
      'Did you mean platform.phone_numbers.purchase?',
      "try: await platform.phone_numbers.purchase({ number: '+12065550188' })",
    ],
  ],
  [
    "platform.phone_numbers.buy({ number: '+12065550188' })",
    [
      'Did you mean platform.phone_numbers.purchase?',
      "try: await platform.phone_numbers.purchase({ number: '+12065550188' })",
    ],
  ],
  ["platform.dry.hangup('x')", ['Did you mean platform.dry.calling.end?', "try: platform.dry.calling.end('x')"]],
  [
    "platform.calling.hangup('x')",
    [
      'Did you mean platform.calling.end?',
      "corrected call, but the id does not exist: await platform.calling.end('x')",
    ],
  ],
  ['platform.sms({})', ['Did you mean platform.compat.messages.create or platform.beyond.messages.create?']],
  ['platform.messaging.send({})', ['Did you mean platform.compat.messages.create or platform.beyond.messages.create?']],
  [
    "platform.lookup('+12065550100')",
    ['Did you mean platform.lookup.phone_number?', "try: await platform.lookup.phone_number('+12065550100')"],
  ],
  [
    "platform.detect('x', {})",
    [
      'Did you mean platform.calling.detect?',
      "corrected call, but the id does not exist: await platform.calling.detect('x', { detect: { type: 'machine' } })",
    ],
  ],
  ["registry.get('datetime')", ['Did you mean registry.get_skill_class?']],
  ["sandbox.call('+12065550100')", ['Did you mean sandbox.ring?']],
  ["sandbox.dial('+12065550100')", ['Did you mean sandbox.ring?']],
  ['requests.get("x")', ['in TypeScript, write await fetch(url), or use platform']],
  ['queue', ['Did you mean platform.queues?']],
  ["ring('+12065550100')", ['Did you mean sandbox.ring? To search the help, type .help ring']],
  ['call', ['Did you mean sandbox.ring or platform.calling.dial? To search the help, type .help call']],
  ['const requets = 1; requests', ['Did you mean requets?']],
  ['const sanbox2 = 1; sanbox', ['Did you mean sanbox2 or sandbox?']],
  ['const queue = 1; queues', ['Did you mean queue or platform.queues?']],
  [
    'await platform.queues.create("sales")',
    [
      'corrected call, but name sales is already in use: await platform.queues.create({ name: "sales" })',
      'for help, type platform.queues.create?',
    ],
  ],
  [
    "await platform.queues.create(name='vip')",
    ["try: await platform.queues.create({ name: 'vip' })", 'for help, type platform.queues.create?'],
  ],
  [
    "await platform.calling.dial(to='+12065550188', from='+12065550100', url='https://example.com/')",
    [
      "try: await platform.calling.dial({ to: '+12065550188', from: '+12065550100', url: 'https://example.com/' })",
      'for help, type platform.calling.dial?',
    ],
  ],
  ["agent.load('datetime')", ['Did you mean agent.add_skill?']],
  ['await agent.add_skill(datetime)', ["datetime is the name of a skill. Put it in quotes: 'datetime'"]],
  ['await agent.add_skill(no_such_skill)', []],
  ["await agent.add_skill('datetme')", []],
  [
    "await agent.call_tool('get_current_time', {})",
    ["load the skill datetime, which has this tool: await agent.add_skill('datetime')"],
  ],
  ["await agent.call_tool('no_such_tool', {})", []],
  [
    "await agent.add_skill('weather_api', { api_key: 'k', temperature_unit: 'kelvin' })",
    ['to see its parameters, type .skills weather_api'],
  ],
  ['await platform.with({ check: false }).mfa.sms({ })', ['for help, type platform.mfa.sms?']],
  [
    "await platform.queues.create({ name: 'sales' })",
    ["try: await platform.queues.create({ name: 'sales-2' })", "changed: name is 'sales-2', not 'sales'"],
  ],
  [
    "const taken = 'sales'; await platform.queues.create({ name: taken })",
    ["try: await platform.queues.create({ name: 'sales-2' })", "changed: name is 'sales-2', not taken"],
  ],
  [
    "const name = 'sales'; await platform.queues.create({ name })",
    ["try: await platform.queues.create({ name: 'sales-2' })", "changed: name is 'sales-2', not name"],
  ],
  // The value is not known without running code.
  ["await platform.queues.create({ name: String('sales') })", ['for help, type platform.queues.create?']],
  ["await platform.with({ check: false }).queues.list({ page_size: 'x' })", ['for help, type platform.queues.list?']],
  [
    'await platform.queues.list().data.map(String)',
    ['platform.queues.list() is a promise. Await it: (await platform.queues.list()).data'],
  ],
  ['throw new Error("mine")', []],
  ['throw 5', []],
] as const;

describe('advice about an error', () => {
  it.each(CORRECTED_INPUTS)('after %s', async (source, expected) => {
    expect(await advice(source)).toEqual(expected);
  });

  it('fills in a known id when it is missing', async () => {
    const outcome = await bench.run('(await platform.queues.list()).data[0].id');
    const id = outcome.ok && outcome.value;
    expect((await advice('await platform.queues.get()'))[0]).toBe(`try: await platform.queues.get('${id}')`);
  });

  it('suggests no call that deletes, and keeps .dry and platform.dry', async () => {
    await bench.run('await platform.queues.list()');
    for (const source of [
      '.dry platform.queues.delete()',
      'await platform.queues.delete()',
      'platform.dry.queues.delete()',
    ])
      expect(await advice(source)).toEqual([
        'to list the ids, run await platform.queues.list()',
        'for help, type platform.queues.delete?',
      ]);
    expect((await advice('.dry platform.queues.get()'))[0]).toMatch(/^try: \.dry platform\.queues\.get\('[\w-]+'\)$/);
  });

  const spending = [...walkRows(operations)].filter(([, row]) => row.spends).map(([name]) => name);
  it.each(
    sampled(
      spending,
      firstOfItsKind((name) => name.split('.')[0]),
    ),
  )('never suggests %s with the id of an existing resource', async (name) => {
    const ids = await bench.run('(await platform.queues.list()).data.map(({ id }) => id)');
    const outcome = await bench.run(`await platform.${name}()`);
    const lines = outcome.ok ? [] : bench.adviceOn(outcome.error);
    for (const id of (ids.ok ? ids.value : []) as string[]) expect(lines.join()).not.toContain(id);
  });

  it.each([
    'platform.addresses.create({ })',
    "platform.phone_numbers.update('n', { call_handler: 'relay' })",
    "platform.calling.play('c', { play: [{ type: 'ringtne', params: { name: 'us' } }] })",
    'platform.queues.get()',
  ])('leads to a valid call after %s', async (source) => {
    let [call = ''] = await advice(`await ${source}`);
    // An error names one problem at a time, so the corrected call can fail with the next.
    for (let turn = 0; turn < 10; turn++) {
      const tried = await bench.run(
        call.replace(
          /^(?:try|example|corrected call, but the id does not exist): await platform\.(?:dry\.)?/,
          'platform.dry.',
        ),
      );
      if (tried.ok) return expect(tried.value).toHaveProperty('url');
      [call = ''] = bench.adviceOn(tried.error);
    }
    throw new Error(`no advice leads to a valid call: ${call}`);
  });
});

it('suggests a check of the host when the connection is refused', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const made = `new RestClient({ host: 'http://127.0.0.1:${port}', project: 'p', token: 't', retries: 0 })`;
  expect(await advice(`await ${made}.queues.list()`)).toEqual([
    `check the host 127.0.0.1:${port} and the network connection. Type .why for more`,
  ]);
});

describe('hints about a result', () => {
  it.each([
    ['platform.phone_numbers.list', /^call it: await platform\.phone_numbers\.list\(\)$/],
    ['await platform.queues.get;', /^call it: await platform\.queues\.get\('[\w-]{36}'\)$/],
    ['platform.dry.queues.get', /^call it: platform\.dry\.queues\.get\('[\w-]{36}'\)$/],
    [
      'platform.queues.delete',
      /^call it \(not tried, it needs your own queue_id\): await platform\.queues\.delete\('queue_id'\)$/,
    ],
  ])('%s', async (source, notice) => expect(await notices(source)).toEqual([expect.stringMatching(notice)]));

  it('show the number of skills of the registry', async () => {
    const count = (await bench.run('(await registry.list_skills()).length')) as { value: unknown };
    expect(await notices('registry')).toEqual([
      `${count.value} skills. Type .skills to list them, or run await registry.list_skills()`,
    ]);
  });
});

describe('the reason of a refusal that the response does not include', () => {
  const CALL =
    "const [from] = (await platform.phone_numbers.list()).data; const live = await platform.calling.dial({ from: from.number, to: '+12065550101', url: 'https://example.com/front-desk.json' }); sandbox.clock.advance(10)";

  it.each([
    [
      'const filled = (await platform.queues.list()).data.find((one) => one.current_size > 0)',
      'await platform.queues.delete(filled.id)',
      'the sandbox refused it: the queue is not empty: hang up or transfer its callers first',
    ],
    [CALL, 'await platform.calling.collect(live.id, {})', 'the sandbox refused it: digits or speech is required'],
  ])('is in the hint, and not in the body: %s', async (before, source, hint) => {
    expect(await bench.run(before)).toMatchObject({ ok: true });
    const outcome = await bench.run(source);
    const error = (outcome.ok ? undefined : outcome.error) as PlatformRestError;
    expect(error).toMatchObject({ status: 400, body: { error: 'Bad Request' } });
    expect(bench.adviceOn(error)[0]).toBe(hint);
    const why = await bench.run('.why');
    expect(why.ok && String(why.value).replace(/\s+/g, ' ')).toContain(hint);
  });
});

describe('a corrected call', () => {
  it.each([
    ['queues.list', 'await platform.queues.list()'],
    ['queues.create', 'await platform.queues.create({})'],
    ['queues.create', 'await platform.queues.create(opts)'],
    ['queues.create', "await platform.queues.create({ name: 'not-a-slip' })"],
  ])('is not the call that failed: %s, %s', async (operation, source) => {
    await bench.run("const opts = { name: 'of-a-variable' }");
    // The call fails for a reason that a copy of the sandbox does not have.
    await bench.run(`sandbox.faults.add('${operation}', { status: 422, message: 'broken' }, { times: 1 })`);
    expect(await advice(source)).toEqual([`for help, type platform.${operation}?`]);
  });
});

describe('hints about a field that a response does not have', () => {
  const FIELDS = /^PhoneNumber has no phone_number\. Its fields: id, number, name, .*, …$/;

  it.each([
    ['fd.phone_number', FIELDS],
    ['numbers.data[0].phone_number', FIELDS],
    ['(await platform.phone_numbers.list()).data[0].phone_number', FIELDS],
    ['sales.nothing', /^Queue has no nothing\. Its fields: /],
  ])('%s', async (source, hint) => {
    await bench.run('const numbers = await platform.phone_numbers.list(); const [fd] = numbers.data');
    await bench.run('const [sales] = (await platform.queues.list()).data');
    expect(await notices(source)).toEqual([expect.stringMatching(hint)]);
  });

  it('is found without a walk through a large value', async () => {
    await bench.run(
      'var bytes = Buffer.alloc(1e7); var many = Object.fromEntries(Array.from({ length: 2e5 }, (_, at) => [`k${at}`, {}]))',
    );
    const startMs = performance.now();
    expect(await notices('bytes.absent')).toEqual([]);
    expect(await notices('many.absent')).toEqual([]);
    expect(performance.now() - startMs).toBeLessThan(5_000);
  });

  it.each(['({ id: 1 }).phone_number', 'own.nothing', 'fd.call_ai_agent_id'])('is not given for %s', async (source) => {
    await bench.run('const own = { id: 1, name: "x", kind: "own" }; fd.number');
    expect((await notices(source)).join()).not.toContain('Its fields');
  });
});

const DOCUMENT = "{ version: '1.0.0', sections: { main: [{ play: 'say:x' }] } }";

describe('hints about rows', () => {
  it.each([
    ...['page["data"][0]', "page['data'].map((one) => one.id)", 'page?.data[0]', 'page.data[0]', "page['data']"],
    ...['(await platform.queues.list())["data"][0]', "(await platform.queues.list())['data'].length"],
    ...["const key = 'data'; page[key][0]", 'const { data } = page; data[0].id', 'const own = page["data"]; own[0].id'],
  ])('are not given for code that reads them: %s', async (source) => {
    await bench.run("const page = await platform.phone_numbers.list(); var key = 'data'");
    expect((await notices(source)).join()).not.toContain('the rows are in');
    expect((await advice(`${source}.absent.absent`)).join()).not.toContain('the rows are in');
  });
});

describe('a promise that is shown', () => {
  it.each(['console.log', 'console.table', 'JSON.stringify', 'Object.keys'])('is noticed in %s', async (call) => {
    await bench.run('var listing = platform.queues.list()');
    expect(await notices(`${call}(platform.queues.list())`)).toEqual([
      `platform.queues.list() is a promise. Await it: ${call}(await platform.queues.list())`,
    ]);
    expect(await notices(`void ${call}(listing)`)).toEqual([`listing is a promise. Await it: ${call}(await listing)`]);
    expect(await notices(`${call}(await listing)`)).toEqual([]);
  });
});

describe('hints about a property without a value', () => {
  it.each([
    ['first.nmae', 'first has no nmae. Did you mean first.name?'],
    ['page.data[0]?.nmae;', 'page.data[0] has no nmae. Did you mean page.data[0].name?'],
    ["const unused = 1; page.data[0]['nmae']", 'page.data[0] has no nmae. Did you mean page.data[0].name?'],
    ['page.data.lenght', 'page.data has no lenght. Did you mean page.data.length?'],
    ['script.request_url', 'script has no request_url. Did you mean script.swml_script.request_url?'],
    ['page.length', 'the rows are in .data: page.data.length'],
    ['page[0]', 'the rows are in .data: page.data[0]'],
    ['compat[0]', 'the rows are in .calls: compat.calls[0]'],
    [
      'platform.messaging',
      'platform has no property messaging. Did you mean platform.compat.messages.create or platform.beyond.messages.create?',
    ],
    ['platform.queues.lst', 'platform.queues has no lst. Did you mean platform.queues.list?'],
    ['registry.get', 'registry has no property get. Did you mean registry.get_skill_class?'],
  ])('%s', async (source, expected) => {
    await bench.run('const page = await platform.phone_numbers.list(); const [first] = page.data');
    await bench.run('const compat = await platform.compat.calls.list()');
    await bench.run(`const script = await platform.fabric.swml_scripts.create({ name: 'x', contents: ${DOCUMENT} })`);
    const said = await notices(source);
    expect(said).toEqual([expected]);
    const [, meant = ''] = /(?:Did you mean |data: |calls: )(\S+?)(?: or .*)?\??$/.exec(expected) ?? [];
    expect(await bench.run(`${meant} === undefined`)).toEqual({ ok: true, value: false });
  });

  it.each([
    [
      '(await platform.fabric.swml_scripts.list()).data[0].request_url',
      'the response has no request_url. Did you mean swml_script.request_url?',
    ],
    ['(await platform.phone_numbers.list()).data[0].nmae', 'the response has no nmae. Did you mean name?'],
    [
      "(await platform.phone_numbers.list({ filter_name: '' })).data[0]?.numbr;",
      'the response has no numbr. Did you mean number?',
    ],
    ['(await platform.sip_profile.get()).domian', 'the response has no domian. Did you mean domain?'],
    ['(await platform.compat.calls.list()).calls[0].stauts', 'the response has no stauts. Did you mean status?'],
  ])('%s', async (source, expected) => {
    expect(await notices(source)).toEqual([expected]);
    const meant = source.replace(/\w+;?$/, /([\w.]+)\?$/.exec(expected)?.[1] ?? '');
    expect(await bench.run(`(${meant}) === undefined`)).toEqual({ ok: true, value: false });
  });

  it.each([
    '(await platform.phone_numbers.list()).data[99]?.name',
    '(await platform.phone_numbers.list()).data[0].call_flow_id',
    'own.name',
    'own.line2',
    'own.zzz',
    "own['na-me']",
    'own.trap',
    'own.nmae = undefined',
    'void own.nmae',
    'process.env.HOM',
    '[].lenght',
    "['own'].map((own) => own.nmae)[0]",
  ])('do not appear for %s', async (source) => {
    await bench.run("const own = { name: undefined, line1: 1, 'na-me': undefined, get trap() { return undefined; } }");
    expect(await notices(source)).toEqual([]);
  });
});

describe('notices about a forgotten await', () => {
  it('appear for a list in a variable', async () => {
    expect(await notices('const q = platform.queues.list()')).toEqual([
      'q sends its request when you await it. Use await q for one page, or for await (const item of q) for all items',
    ]);
  });
  it('appear for a promise that is used as its value', async () => {
    expect(await notices('q.data')).toEqual(['q is a promise. Await it: (await q).data']);
    expect(await advice('q.data.map(String)')).toEqual(['q is a promise. Await it: (await q).data.map']);
  });
  it.each([
    [
      'if (platform.queues.list().length) 1',
      'platform.queues.list() is a promise. Await it: (await platform.queues.list()).data.length',
    ],
    [
      "platform.queues.create({ name: 'spot' }).id ?? 'none'",
      'platform.queues.create(…) is a promise. Await it: (await platform.queues.create(…)).id',
    ],
    [
      'platform.queues.list()[0]',
      'platform.queues.list() is a promise. Await it: (await platform.queues.list()).data[…]',
    ],
    [
      'const { data: spot } = platform.queues.list()',
      'platform.queues.list() is a promise. Await it: const { data: spot } = await platform.queues.list()',
    ],
    ['const { links } = q', 'q is a promise. Await it: const { links } = await q'],
  ])('appear for a call that is used as its value: %s', async (source, notice) =>
    expect(await notices(source)).toEqual([notice]),
  );
  it.each([
    '(await platform.queues.list()).data.length',
    'platform.queues.list().then(() => 1)',
    'platform.dry.queues.list().url',
    'platform.queues.list.name',
    'const { data: taken } = await platform.queues.list()',
    'const { dry } = platform',
    '[1].map(q => q.data)',
    'const made = await new Promise(q => setTimeout(() => q(1), 1)) &',
  ])('do not appear for %s', async (source) => expect(await notices(source)).toEqual([]));
  it('appear once, and not for a list that is awaited', async () => {
    expect(await notices('[q].length')).toEqual([]);
    expect(await notices('(await q).data.length')).toEqual([]);
    expect(await notices('q.then((page) => page.data.length)')).toEqual([]);
  });
  it('appear for any promise, but not in a script', async () => {
    expect(await notices('const later = Promise.resolve(1)')).toEqual([
      'later is a promise. Use await later to get its value',
    ]);
    const before = bench.log.events.length;
    await bench.run('const own = Promise.resolve(1)', { script: true });
    expect(bench.log.events.slice(before).some(({ kind }) => kind === 'notice')).toBe(false);
  });
});

describe('a suggested call', () => {
  it.each([
    ["await platform.queues.create({ name: 'x', max_size: 0 })", "create({ name: 'x', max_size: 1 })"],
    ['await platform.calling.play()', '{ play: ['],
  ])('has all fields that the call needs: %s', async (source, part) => {
    const [line = ''] = await advice(source);
    expect(line).toContain(part);
    const call = line.replace(/^[^:]*: /, '');
    expect([call, await bench.run(call)]).toMatchObject([call, { ok: true }]);
  });

  it('has no more arguments than the operation', async () => {
    await bench.run("const id = (await platform.queues.list()).data[0].id; const body = { max_size: 'x' }");
    for (const source of ['update(id, body as any)', 'update(id, { max_size: 0 } as any)'])
      for (const line of await advice(`await platform.queues.${source}`)) expect(line).not.toMatch(/as any, \{/);
  });

  it('says that it was not tried when the sandbox does not answer', async () => {
    const live = createBench({
      env: () => ({ PLATFORM_PROJECT_ID: 'p', PLATFORM_API_TOKEN: 't', PLATFORM_SPACE: 's.invalid' }),
    });
    await live.use({ kind: 'live' });
    const outcome = await live.run(
      "await platform.calling.play('c', { play: [{ type: 'silnce', params: { duration: 1 } }] })",
    );
    expect(outcome.ok ? [] : live.adviceOn(outcome.error)[0]).toBe(
      "corrected call, not tried: await platform.calling.play('c', { play: [{ type: 'silence', params: { duration: 1 } }] })",
    );
    await live.close();
  });
});

const DIAL = "from: 'OWN', to: '+12065550123'";
const CALL = `const c = await platform.calling.dial({ ${DIAL}, url: 'https://example.com/' });`;

describe('a corrected call keeps the values of the user', () => {
  it.each([
    // The value of a field is wrong, or a field is missing.
    [
      "await platform.phone_numbers.update('NUMBER', { name: 'Ops', call_handler: 'laml_webhook' })",
      "await platform.phone_numbers.update('NUMBER', { call_request_url: 'https://example.com/', name: 'Ops', call_handler: 'laml_webhooks' })",
    ],
    [
      `await platform.calling.dial({ ${DIAL} })`,
      `await platform.calling.dial({ url: 'https://example.com/', ${DIAL} })`,
    ],
    [
      `await platform.dry.calling.dial({ ${DIAL} })`,
      `platform.dry.calling.dial({ url: 'https://example.com/', ${DIAL} })`,
    ],
    [
      "await platform.calling.dial({ from: '+12065550177', to: '+12065550123', url: 'https://example.org/a' })",
      "await platform.calling.dial({ from: '+12065550100', to: '+12065550123', url: 'https://example.org/a' })",
    ],
    // The value has the wrong type.
    [
      `await platform.calling.dial({ ${DIAL}, url: 'https://example.org/a', timeout: '30' })`,
      `await platform.calling.dial({ ${DIAL}, url: 'https://example.org/a', timeout: 30 })`,
    ],
    [
      `await platform.calling.dial({ ${DIAL}, url: 'https://example.org/a', status_events: 'answered' })`,
      `await platform.calling.dial({ ${DIAL}, url: 'https://example.org/a', status_events: ['answered'] })`,
    ],
    ["await platform.queues.create('support9')", "await platform.queues.create({ name: 'support9' })"],
    ['await platform.queues.create({ name: 5 })', "await platform.queues.create({ name: '5' })"],
    [
      "await platform.queues.create({ name: 'n9', max_size: '5' })",
      "await platform.queues.create({ name: 'n9', max_size: 5 })",
    ],
    ["await platform.queues.update('QUEUE', { name: 5 })", "await platform.queues.update('QUEUE', { name: '5' })"],
    [
      `${CALL} await platform.calling.play(c.id, { play: { type: 'tts', params: { text: 'a' } } })`,
      "await platform.calling.play(c.id, { play: [{ type: 'tts', params: { text: 'a' } }] })",
    ],
    [
      `${CALL} await platform.calling.play(c, { play: [{ type: 'tts', params: { text: 'a' } }] })`,
      "await platform.calling.play(c.id, { play: [{ type: 'tts', params: { text: 'a' } }] })",
    ],
    // A name is misspelt, or a field is one level too high.
    [
      "await platform.calling.dial({ From: 'OWN', To: '+12065550123', Url: 'https://example.org/a' })",
      `await platform.calling.dial({ ${DIAL}, url: 'https://example.org/a' })`,
    ],
    [
      "await platform.calling.dial({ from: 'OWN', too: '+12065550123', url: 'https://example.org/a' })",
      `await platform.calling.dial({ ${DIAL}, url: 'https://example.org/a' })`,
    ],
    [
      "const extra = { too: '+12065550123' }; await platform.calling.dial({ from: 'OWN', ...extra, url: 'https://example.org/a' })",
      `await platform.calling.dial({ ${DIAL}, url: 'https://example.org/a' })`,
    ],
    [
      "const extra = { from: 'OWN', too: '+12065550123' }; await platform.calling.dial(Object.assign({}, extra, { url: 'https://example.org/a' }))",
      `await platform.calling.dial({ ${DIAL}, url: 'https://example.org/a' })`,
    ],
    [
      "const extra = { from: 'OWN', too: '+12065550123', url: 'https://example.org/a' }; await platform.calling.dial(extra)",
      `await platform.calling.dial({ ${DIAL}, url: 'https://example.org/a' })`,
    ],
    [
      `const sound = { type: 'tt', params: { text: 'a' } }; ${CALL} await platform.calling.play(c.id, { play: [...[], { ...sound }] })`,
      "await platform.calling.play(c.id, { play: [{ type: 'tts', params: { text: 'a' } }] })",
    ],
    [
      "await platform.compat.messages.create({ from: 'OWN', to: '+12065550123', body: 'hi' })",
      "await platform.compat.messages.create({ From: 'OWN', To: '+12065550123', Body: 'hi' })",
    ],
    [
      `${CALL} await platform.calling.play(c.id, { play: [{ type: 'tt', params: { text: 'hello' } }] })`,
      "await platform.calling.play(c.id, { play: [{ type: 'tts', params: { text: 'hello' } }] })",
    ],
    [
      `${CALL} await platform.calling.play(c.id, { play: [{ type: 'tts', text: 'a' }] })`,
      "await platform.calling.play(c.id, { play: [{ type: 'tts', params: { text: 'a' } }] })",
    ],
  ])('%s', async (source, call) => {
    const fresh = createBench();
    const seeded = await fresh.run(
      '[(await platform.phone_numbers.list()).data[0].id, (await platform.phone_numbers.list()).data[0].number, (await platform.queues.list()).data[0].id]',
    );
    const [number, own, queue] = (seeded.ok ? seeded.value : []) as string[];
    const filled = (text: string) =>
      text.replaceAll('NUMBER', `${number}`).replaceAll('OWN', `${own}`).replaceAll('QUEUE', `${queue}`);
    const outcome = await fresh.run(filled(source));
    const [line] = outcome.ok ? [] : fresh.adviceOn(outcome.error);
    expect(line).toBe(`try: ${filled(call)}`);
    await fresh.close();
  });
});

describe('a corrected call that costs money', () => {
  const line = async (source: string) => (await advice(`await platform.${source}`))[0];
  it.each([
    ["phone_numbers.purchase({ phone_number: '+12065550199' })", "phone_numbers.purchase({ number: '+12065550199' })"],
    ["phone_numbers.purchase({ phoneNumber: '+12065550199' })", "phone_numbers.purchase({ number: '+12065550199' })"],
    [
      "calling.dial({ from: '+12065550100', to: '5005550100', url: 'https://example.com/' })",
      "calling.dial({ from: '+12065550100', to: '+15005550100', url: 'https://example.com/' })",
    ],
    [
      "calling.dial({ from: '+12065550100', to: '1 (500) 555-0100', url: 'https://example.com/' })",
      "calling.dial({ from: '+12065550100', to: '+15005550100', url: 'https://example.com/' })",
    ],
  ])('keeps the number of %s', async (source, call) => {
    expect(await line(source)).toBe(`try: await platform.${call}`);
  });
  it.each([
    'phone_numbers.purchase({ number: "+15550001111" })',
    'phone_numbers.purchase({ number: "+12065550100" })',
    'phone_numbers.purchase({ area_code: "206" })',
    'calling.dial({ from: "12065550100", to: "abc", url: "not a url" })',
    'calling.dial({ from: "+12065550100", url: "https://example.com/" })',
    'calling.dial({ from: "+15005550101", to: "+15005550100", url: "https://example.com/" })',
  ])('is not shown with a number that the user did not give: %s', async (source) => {
    expect(await line(source)).toMatch(/^for help, type platform\./);
  });
});

describe('a corrected call keeps the text of the user', () => {
  it('and name the variable with a misspelt field, also when the other fields are not known', async () => {
    const known =
      "const base = { too: '+12065550123' }; await platform.calling.dial({ ...base, url: 'https://a.example' })";
    expect(await advice(known)).toContain('rename base.too to base.to');
    const unknown = "await platform.calling.dial({ ...base, from: String('+12065550100'), url: 'https://a.example' })";
    expect(await advice(unknown)).toEqual(['rename base.too to base.to']);
    const shown = await bench.run('.why');
    expect(shown.ok && String(shown.value)).toContain('rename base.too to base.to');
  });

  it('with its spaces and its computed fields', async () => {
    expect(await advice("await platform.dry.queues.create({ name: 'two  spaces',\n  max_size: '5' })")).toContain(
      "try: platform.dry.queues.create({ name: 'two  spaces', max_size: 5 })",
    );
    const computed = "await platform.dry.calling.dial({ ['fr' + 'om']: '+12065550100', to: '+12065550123' })";
    expect(await advice(computed)).toEqual(['for help, type platform.calling.dial?']);
  });

  it('also when its id does not exist', async () => {
    expect((await advice("await platform.mfa.verify('x', { token: 1234 })"))[0]).toBe(
      "corrected call, but the id does not exist: await platform.mfa.verify('x', { token: '1234' })",
    );
  });

  it('and is left out when an argument is a promise', async () => {
    const source =
      "const late = platform.calling.dial({ from: '+12065550100', to: '+12065550123', url: 'https://example.com/' })";
    expect(await advice(`${source}; await platform.calling.end(late.id)`)).toEqual([
      'late is a promise. Await it: (await late).id',
    ]);
  });
});

const OWN =
  'const own = (await platform.phone_numbers.list()).data[0]; const queue = (await platform.queues.list()).data[0]';
const shown = async (code: string) => {
  const outcome = await bench.run(code);
  return outcome.ok ? String(outcome.value) : '';
};

describe('advice on an argument that is not an id', () => {
  it.each([
    ['await platform.phone_numbers.get(own.number)', 'own', 'number', "get('ID')"],
    [
      "await platform.phone_numbers.update(own.number, { name: 'Ops' })",
      'own',
      'number',
      "update('ID', { name: 'Ops' })",
    ],
    ['await platform.queues.get(queue.friendly_name)', 'queue', 'friendly_name', "get('ID')"],
  ])('names the id after %s', async (source, name, field, call) => {
    await bench.run(OWN);
    const id = await shown(`${name}.id`);
    const namespace = name === 'own' ? 'phone_numbers' : 'queues';
    expect(await advice(source)).toEqual([
      `${await shown(`${name}.${field}`)} is a ${field}, not an id. Its id is ${id}`,
      `try: await platform.${namespace}.${call.replace('ID', id)}`,
    ]);
  });

  it('names the id, but no call, for a number that would be released', async () => {
    await bench.run(OWN);
    expect(await advice('await platform.phone_numbers.release(own.number)')).toEqual([
      `${await shown('own.number')} is a number, not an id. Its id is ${await shown('own.id')}`,
    ]);
  });

  it('lists the ids for a number of another project', async () => {
    expect(await advice("await platform.phone_numbers.get('+12065550999')")).toEqual([
      "'+12065550999' is a phone number, not an id. resource_id needs the id",
      'to list the ids, run await platform.phone_numbers.list()',
    ]);
  });

  it.each([
    ["phone_numbers.update({ name: 'x' }, own.id)", "phone_numbers.update(own.id, { name: 'x' })"],
    ['phone_numbers.update(body, own.id)', 'phone_numbers.update(own.id, body)'],
    [
      "phone_numbers.set_swml_webhook({ id: own.id, url: 'https://example.com/' })",
      "phone_numbers.set_swml_webhook(own.id, 'https://example.com/')",
    ],
    [
      "phone_numbers.set_swml_webhook({ resource_id: own.id, url: 'https://example.com/', name: 'x' })",
      "phone_numbers.set_swml_webhook(own.id, 'https://example.com/', { name: 'x' })",
    ],
    ['queues.get({ id: queue.id })', 'queues.get(queue.id)'],
    ['queues.get(queue)', 'queues.get(queue.id)'],
  ])('puts the arguments in order after %s', async (source, call) => {
    await bench.run(`${OWN}; const body = { name: 'x' }`);
    expect((await advice(`await platform.${source}`))[0]).toBe(`try: await platform.${call}`);
  });

  it('suggests no property that an object does not have', async () => {
    await bench.run('const own_body = { size: 1 }');
    expect(await advice('await platform.queues.update(own_body, own_body)')).toEqual([
      'for help, type platform.queues.update?',
    ]);
  });

  it('asks for await when it is a promise', async () => {
    await bench.run(
      "const dialled = platform.calling.dial({ from: '+12065550100', to: '+12065550123', url: 'https://example.com/' })",
    );
    await bench.run('await dialled');
    expect(await advice('await platform.calling.end(dialled)')).toEqual([
      'dialled is a promise: await is missing',
      'try: await platform.calling.end((await dialled).id)',
      'for help, type platform.calling.end?',
    ]);
    expect((await advice('await platform.calling.end(await dialled)'))[0]).toBe(
      'try: await platform.calling.end((await dialled).id)',
    );
    expect(await bench.run('await platform.calling.end((await dialled).id)')).toMatchObject({ ok: true });
  });

  it('says that a call with a pending promise was not tried', async () => {
    await bench.run('const never = new Promise(() => {})');
    expect((await advice('await platform.calling.end(never)')).slice(0, 2)).toEqual([
      'never is a promise: await is missing',
      'corrected call, not tried: await platform.calling.end((await never).id)',
    ]);
  });
});

describe('advice on the id of another kind of resource', () => {
  it.each([
    [
      'await platform.phone_numbers.get(queue.id)',
      'a queue. phone_numbers.get needs the id of a phone number in resource_id',
    ],
    ['await platform.queues.get(own.id)', 'a phone number. queues.get needs the id of a queue in queue_id'],
    [
      'await platform.queues.list_members(own.id)',
      'a phone number. queues.list_members needs the id of a queue in queue_id',
    ],
  ])('names the kind of the id after %s', async (source, kinds) => {
    await bench.run(OWN);
    const id = await shown(source.includes('own') ? 'own.id' : 'queue.id');
    expect((await advice(source))[0]).toBe(`${id} is the id of ${kinds}`);
  });

  it.each([
    // The id of the right kind, deleted.
    "const gone = (await platform.queues.create({ name: 'gone' })).id; await platform.queues.delete(gone); await platform.queues.get(gone)",
    // An id that no response had.
    "await platform.queues.get('00000000-0000-4000-8000-000000000009')",
    // The same resource by its general and by its own path.
    'const agent = (await platform.fabric.ai_agents.list()).data[0]; await platform.fabric.resources.get(agent?.id ?? "x"); await platform.queues.get("y")',
    // A log has the id of the call that it is about.
    "const log = (await platform.logs.voice.list()).data[0]; await platform.calling.end(log?.id ?? 'z')",
  ])('names no kind after %s', async (source) => {
    await bench.run(OWN);
    const outcome = await bench.run(source);
    const lines = outcome.ok ? [] : await bench.adviceOn(outcome.error);
    expect(lines.filter((line) => line.includes('is the id of'))).toEqual([]);
  });
});

describe('a suggestion with another value than the input', () => {
  it.each([
    ["queues.create({ name: 'x', max_size: 0 })", 'max_size is 1, not 0'],
    [
      "calling.dial({ from: '12065550100', to: '+12065550111', url: 'https://example.com/doc' })",
      "from is '+12065550100', not '12065550100'",
    ],
    [
      "calling.play('x', { play: [{ type: 'silense', params: { duration: 1 } }] })",
      "play[0].type is 'silence', not 'silense'",
    ],
  ])('says so after %s', async (source, change) => {
    const fresh = createBench();
    const outcome = await fresh.run(`await platform.${source}`);
    expect(outcome.ok ? [] : fresh.adviceOn(outcome.error)).toContain(`changed: ${change}`);
    const shown = await fresh.run('.why');
    expect(shown.ok && String(shown.value)).toContain(`changed: ${change}`);
    await fresh.close();
  });

  it('says nothing about a converted value or a corrected typo', async () => {
    for (const source of ["create({ name: 'n7', max_size: '5' })", 'create({ name: 7 })'])
      expect((await advice(`await platform.queues.${source}`)).join()).not.toContain('changed');
  });
});

it('parses a document that was passed as JSON text', async () => {
  const text = '{"version":"1.0.0","sections":{"main":["hangup"]}}';
  const call = "await platform.calling.dial({ from: '+12065550100', to: '+12065550123', swml: ";
  expect((await advice(`${call}'${text}' })`))[0]).toBe(
    `try: ${call}{ version: '1.0.0', sections: { main: ['hangup'] } } })`,
  );
});

it('explains an error with its message once', async () => {
  const call = "await platform.calling.dial({ from: '+12065550100', url: 'https://example.com/' })";
  const outcome = await bench.run(call);
  const card = String(outcome.ok ? '' : present(outcome.error));
  expect(card.match(/to is required/g)).toHaveLength(1);
  expect(card).toContain('An example, not tried');
});

describe('advice on a value of another kind', () => {
  it.each([
    ['text.map(String)', ['text is a string. Only lists have map']],
    ['text.toFixed(2)', ['text is a string. Only numbers have toFixed']],
    ['plain.inner.push(1)', ['plain.inner is an object. Only lists have push']],
    ['some[0].trim()', ['some[0] is a number. Only strings have trim']],
    ['text.toUppercase()', ['Did you mean text.toUpperCase?']],
    ['none[0].name', ['none is undefined']],
    ['some.lenght; some.foreach(String)', ['Did you mean some.forEach?']],
    ["console.lgo('x')", ['Did you mean console.log?']],
    ['Object.key({})', ['Did you mean Object.keys?']],
    ['plain.nothing.name', ['plain.nothing is null']],
    [
      'some.find((one) => one > 5).name',
      ['some.find found no item, so its result is undefined. To allow that, use ?.name'],
    ],
    ['[1].find((one) => one > 5)?.name.first', []],
    ['((text) => text.map(String))(5)', []],
  ])('names it after %s', async (source, expected) => {
    await bench.run("const text = 'a', plain = { inner: {}, nothing: null }, some = [1]; let none");
    const outcome = await bench.run(source);
    expect(outcome.ok ? [] : bench.adviceOn(outcome.error)).toEqual(expected);
  });
});

describe('advice on a page of a list', () => {
  it.each([
    '(await platform.queues.list()).map(String)',
    '(await platform.queues.list())[0].id',
    'const [first] = await platform.queues.list()',
    'for (const one of await platform.queues.list()) one',
  ])('names the field with the rows after %s', async (source) => {
    expect(await advice(source)).toEqual([
      'the rows are in .data: (await platform.queues.list()).data. For all pages: for await (const row of platform.queues.list())',
    ]);
    const outcome = await bench.run(source);
    expect(outcome.ok ? '' : String(outcome.error)).not.toContain('__patchbay');
  });

  it.each([
    ['rows.map(String)', 'rows.data.map'],
    ['rows[0].id', 'rows.data[0].id'],
  ])('in a variable names the field with the rows after %s', async (source, code) => {
    await bench.run('const rows = await platform.queues.list()');
    expect(await advice(source)).toEqual([`the rows are in .data: ${code}`]);
    expect(await bench.run(code)).toMatchObject({ ok: true });
  });

  const OF_CALL =
    'the rows are in .data: (await platform.queues.list()).data. For all pages: for await (const row of platform.queues.list())';

  it.each([
    '[...await platform.queues.list()]',
    '[...(await platform.queues.list())]',
    'Math.max(...await platform.queues.list())',
    'new Set(await platform.queues.list())',
    'new Map<any, any>(await platform.queues.list())',
    'await Promise.all(await platform.queues.list())',
    'Object.fromEntries(await platform.queues.list())',
    'const [first] = await platform.queues.list()',
    'for (const one of await platform.queues.list()) one',
    'for (const one of (await platform.queues.list())) one',
    'for await (const one of await platform.queues.list()) one',
  ])('names the page in the error of %s', async (source) => {
    const outcome = await bench.run(source);
    const error = outcome.ok ? undefined : outcome.error;
    expect(String(error)).toBe('TypeError: the page of platform.queues.list() is not iterable');
    expect(bench.adviceOn(error)).toEqual([OF_CALL]);
  });

  it.each([
    'const first = (await platform.queues.list())[0]',
    'if ((await platform.queues.list()).length > 0) 1',
    'const rows2 = Array.from(await platform.queues.list())',
    'console.log((await platform.queues.list()).length)',
  ])('is a notice where no error follows: %s', async (source) => expect(await notices(source)).toEqual([OF_CALL]));

  it.each([
    ['console.log(rows.length)', 'the rows are in .data: rows.data.length'],
    ['const one = rows[0]', 'the rows are in .data: rows.data[0]'],
    ['for (let at = 0; at < 2; at++) rows[at]', 'the rows are in .data: rows.data'],
    ['if (!rows.length) 1', 'the rows are in .data: rows.data.length'],
  ])('is a notice about a variable where no error follows: %s', async (source, notice) => {
    await bench.run('const rows = await platform.queues.list()');
    expect(await notices(source)).toEqual([notice]);
  });

  it('is given in a function', async () => {
    const source = 'async function work() { const found = await platform.queues.list(); USE }; await work()';
    expect(await advice(source.replace('USE', 'for (const one of found) one'))).toEqual([
      'the rows are in .data: found.data. For all pages: for await (const row of platform.queues.list())',
    ]);
    expect(await advice(source.replace('USE', 'found.map(String)'))).toEqual(['the rows are in .data: found.data.map']);
  });

  it.each([
    'const listed = await platform.queues.list(); for (const x of 5) x',
    'const spread = { ...await platform.queues.list() }; for (const x of undefined) x',
    'const kept = [await platform.queues.list()]; const lost = {}; for (const x of lost) x',
  ])('is not given where another value is not iterable: %s', async (source) =>
    expect(await advice(source)).toEqual([]),
  );

  it.each([
    'const { data, links } = await platform.queues.list(); data.length',
    'console.log(await platform.queues.list())',
    '({ ...await platform.queues.list() })',
    'JSON.stringify(await platform.queues.list()).length',
    'Object.keys(await platform.queues.list()).length',
    'String(await platform.queues.list())[0]',
    'const all = []; for await (const one of platform.queues.list()) all.push(one); all.length',
    'Array.from((await platform.queues.list()).data).length',
    'const page = await platform.queues.list(); [page][0]',
    'const titles = { length: 1, data: [] }; titles.length',
  ])('is not given after %s', async (source) => expect(await notices(source)).toEqual([]));
});

describe('advice on the loop over all pages of a list', () => {
  const ALL = 'the rows are in .data: rows.data. For all pages: for await (const row of platform.queues.list())';

  it.each([
    'for (const one of rows) one',
    'const [one] = rows',
    '[...rows]',
    'new Set(rows)',
    'await Promise.all(rows)',
  ])('in a variable names the field and the loop over all pages after %s', async (source) => {
    await bench.run('const rows = await platform.queues.list()');
    expect(await advice(source)).toEqual([ALL]);
  });

  it('is given after Array.from, which returns an empty list', async () => {
    await bench.run('const rows = await platform.queues.list()');
    expect(await notices('Array.from(rows)')).toEqual([ALL]);
    expect(await notices('Array.from(rows.data).slice(0, 0)')).toEqual([]);
  });

  it.each(['for (const one of LIST) one', '[...LIST]', 'const [one] = LIST', 'Array.from(LIST)', 'new Map(LIST)'])(
    'is a part of the error of a call without await: %s',
    async (source) => {
      const outcome = await bench.run(source.replace('LIST', 'platform.queues.list()'));
      expect(outcome).toMatchObject({
        error: {
          message:
            'a list is not iterable before its response. For all rows, use for await (const row of platform.queues.list()). For one page, use (await platform.queues.list()).data',
        },
      });
    },
  );

  it('is not given about a parameter with the name of a page', async () => {
    expect(await advice('[1].map((rows) => rows.map(String))')).toEqual([]);
  });

  it('is not given after a list whose rows are used', async () => {
    expect(await advice('(await platform.queues.list()).data[0].no.such')).toEqual([]);
  });

  it('asks for await, with code that runs', async () => {
    const [line = ''] = await advice('const { data: found } = platform.queues.list(); found.length');
    const code = line.replace('platform.queues.list() is a promise. Await it: ', '');
    expect(code).toBe('const { data: found } = await platform.queues.list()');
    expect(await bench.run(code)).toMatchObject({ ok: true });
    expect(await advice('(platform.queues.list()).map(String)')).toEqual([
      'platform.queues.list() is a promise. Await it: (await platform.queues.list()).data.map',
    ]);
  });
});

it('points from a call that does not exist to the log of calls', async () => {
  expect(
    await advice("await platform.calling.play('no', { play: [{ type: 'silence', params: { duration: 1 } }] })"),
  ).toEqual(['to list the ids, run await platform.logs.voice.list()']);
});

it('separates three suggestions with a comma', async () => {
  expect(alternatives([])).toBe('');
  expect(alternatives(['a', 'b'])).toBe('a or b');
  expect(alternatives(['a', 'b', 'c'])).toBe('a, b or c');
});

it('names the namespaces that have the missing one', async () => {
  expect((await advice('await platform.messages.send()'))[0]).toMatch(
    /^Did you mean platform\.compat\.messages, platform\.beyond\.messages or /,
  );
});

it('leaves out a member that the response does not have', async () => {
  expect(await notices('platform.queues.list().all')).toEqual([
    'platform.queues.list() is a promise. Await it: await platform.queues.list()',
  ]);
});

it('rejects help on a member that does not exist', async () => {
  const outcome = await bench.run('sandbox.nonsense?');
  expect(outcome.ok ? '' : String(outcome.error)).toContain(
    'unknown name sandbox.nonsense. To list the members, type sandbox?',
  );
});

it('does not blame .load for a syntax error in the file', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'advice-')), 'bad.ts');
  writeFileSync(file, 'const = 1;\n');
  expect(await advice(`.load ${file}`)).toEqual([]);
});
