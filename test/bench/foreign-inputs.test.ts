import { afterAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/bench/commands/index.js';
import { createBench } from '../../src/bench/index.js';

const bench = createBench();
afterAll(() => bench.close());

/** What the prompt prints under an input that cannot run: the message and the hints. */
async function answer(source: string): Promise<string> {
  const outcome = await bench.run(source);
  if (outcome.ok) throw new Error(`${source} ran`);
  return [(outcome.error as Error).message, ...bench.adviceOn(outcome.error)].join('\n');
}

describe('a command of a terminal', () => {
  it.each([
    ['ls -la src', "readdirSync('.')"],
    ['cd ../other', "process.chdir('../other')"],
    ['cat menu.yaml', "readFileSync('menu.yaml', 'utf8')"],
    ['clear', 'Ctrl-L'],
    ['npm install lodash', '`npm install lodash` in a terminal'],
    ['git status', '`git status` is a command of a terminal'],
    ['patchbay ring menu.yaml', '`.sandbox ring menu.yaml`'],
    ['patchbay explain ticket.har', '`.explain ticket.har`'],
  ])('gets what to type here: %s', async (source, part) => expect(await answer(source)).toContain(part));

  it.each([
    ['patchbay run set-up.ts', 'type `.load set-up.ts`'],
    ['patchbay set-up.ts', 'type `.load set-up.ts`'],
    ['patchbay menu.yaml', '`.check menu.yaml`'],
    ['patchbay help call a number', 'type `.help call a number`'],
    ['patchbay run --replay a.yaml set-up.ts', '`patchbay run --replay a.yaml set-up.ts` is a command of a terminal'],
    ['patchbay doctor', '`patchbay doctor` is a command of a terminal'],
    ['patchbay sandbox --port 4010', '`patchbay sandbox --port 4010` is a command of a terminal'],
    ['patchbay skills serve', '`patchbay skills serve` is a command of a terminal'],
    ['vim x.ts', '`vim x.ts` reads keys'],
    ['sudo ls', '`sudo ls` reads keys'],
  ])('gets a command that exists: %s', async (source, part) => {
    const text = await answer(source);
    expect(text).toContain(part);
    for (const [, name] of text.matchAll(/`(\.[a-z]+)/g)) expect(commands.map((one) => one.name)).toContain(name);
  });

  it.each([
    'const ls = 6; ls - 1',
    '[1].map((cat) => cat)',
    'const clear = () => 1; clear()',
    'let curl = 3; curl - 1',
    'var patchbay = 5; patchbay - 1',
    'patchbay = 6',
  ])('is code if a variable has its name: %s', async (source) =>
    expect(await bench.run(source)).toMatchObject({ ok: true }),
  );
});

describe('a pasted call document', () => {
  it.each([
    '<Response><Say>Hi</Say></Response>',
    '<?xml version="1.0" encoding="UTF-8"?>\n<Response>\n  <Say>Hi</Say>\n</Response>',
    '<Response>',
    'version: 1.0.0\nsections:\n  main:\n    - play: "say:Hi"',
    'sections:\n  main:\n    - answer',
  ])('gets what checks and rings it: %j', async (source) => {
    expect(bench.completeness(source).status).not.toBe('incomplete');
    expect(await answer(source)).toMatch(/call document in (?:cXML|SWML).*`\.check FILE`.*`\.sandbox ring FILE`/);
  });
  it('is not a label or an object', async () => {
    for (const source of ['sections: for (const one of [1, 2]) break sections', '({ version: 1, sections: {} })'])
      expect([source, await bench.run(source)]).toMatchObject([source, { ok: true }]);
  });
});

describe('a pasted request', () => {
  const URL = 'https://acme.example.com/api/relay/rest/queues';
  const fresh = createBench();
  afterAll(() => fresh.close());
  const messageOf = async (source: string) => {
    const outcome = await fresh.run(source);
    return outcome.ok ? 'ran' : (outcome.error as Error).message;
  };

  it.each([
    ['GET /api/relay/rest/queues', 'await platform.queues.list()'],
    [`curl ${URL}`, 'await platform.queues.list()'],
    [`curl -u p:PT0123 ${URL} \\\n  --json '{"name":"a"}'`, "await platform.queues.create({ name: 'a' })"],
    [`DELETE ${URL}/q1`, "await platform.queues.delete('q1')"],
  ])('becomes the typed call: %s', async (source, call) => {
    expect(await messageOf(source)).toBe(`To send this request, type:\n  ${call}`);
  });

  it('sends nothing, and shows no credential', async () => {
    const text = await messageOf(`curl -u p:PT0123456789abcdef ${URL} ${URL}/q1`);
    expect(text).toBe(
      "To send these 2 requests, type:\n  await platform.queues.list()\n  await platform.queues.get('q1')",
    );
    expect(fresh.log.events.filter(({ kind }) => kind === 'http')).toEqual([]);
  });

  it('says that a plus in a form is a space', async () => {
    const form = `curl ${URL.replace('relay/rest/queues', 'laml/2010-04-01/Accounts/p/Messages')} -d Body=hi -d From=%2B12065550100`;
    expect(await messageOf(`${form} -d To=+12065550199`)).toMatch(
      /\nIn a form, \+ is a space: To is not a number\. In curl, write --data-urlencode 'To=\+12065550199'$/,
    );
    expect(await messageOf(`${form} --data-urlencode To=+12065550199`)).not.toContain('space');
  });

  it('that no operation sends gets the nearest path', async () => {
    expect(await messageOf('GET /api/relay/rest/qeues')).toMatch(/^No operation .*\n.*\/api\/relay\/rest\/queues/s);
  });

  it.each([
    [
      '{"from":"+12065550100","to":"+12065550101","url":"https://a.example"}',
      'the body has no command, such as "dial". Its fields are those of platform.calling.dial',
    ],
    ['{"command":"dail","params":{}}', '"dail" is not a known command. Did you mean "dial"?'],
    ['{"hat":1}', 'the body has no command, such as "dial"'],
  ])('to a known path names what its body does not have: %s', async (body, part) => {
    const text = await messageOf(`curl ${URL.replace('relay/rest/queues', 'calling/calls')} --json '${body}'`);
    expect(text).toContain(part);
    expect(text).not.toContain('not a known operation');
  });

  it('continues on the next line after a backslash', () => {
    expect(fresh.completeness(`curl ${URL} \\`).status).toBe('incomplete');
    expect(fresh.completeness(`curl ${URL}`).status).toBe('complete');
  });
});

it.each([
  ['set x 3', 'x = 3'],
  ["set name 'Ada'", "name = 'Ada'"],
])('an assignment of a shell gets that of TypeScript, and no operations: %s', async (source, code) =>
  expect((await answer(source)).split('\n').slice(1)).toEqual([`to assign a value, type: ${code}`]),
);

it.each([
  ['platform.calls.list()', 'Did you mean platform.logs.voice or platform.compat.calls?'],
  ['platform.calls.dial({})', 'Did you mean platform.calling?'],
])('a namespace is suggested only if it has the operation: %s', async (source, hint) =>
  expect(await answer(source)).toContain(hint),
);

it.each(['what is a document?', 'how is a call routed?', 'with open("f.txt") as f:', 'async with session() as s:'])(
  'needs no further line: %s',
  (source) => expect(bench.completeness(source).status).toBe('invalid'),
);

it.each(['flag as boolean?', 'return flag as boolean?', 'let size: number = flag ?', 'interface Call'])(
  'may need further lines: %s',
  (source) => expect(bench.completeness(source).status).toBe('incomplete'),
);

describe('a sentence', () => {
  it('gets code that runs', async () => {
    const fresh = createBench();
    const sentences = ['list numbers', 'show queues', 'make a queue called vip', 'ring my number', 'call +12065550100'];
    for (const sentence of [...sentences, 'list recordings', 'create an ai agent', 'list the messages']) {
      const outcome = await fresh.run(sentence);
      const lines = outcome.ok ? [] : fresh.adviceOn(outcome.error);
      const code = /^(?:try|example): (.*)$/m.exec(lines.join('\n'))?.[1] ?? '';
      expect([sentence, code, await fresh.run(code)]).toMatchObject([
        sentence,
        expect.stringContaining('('),
        { ok: true },
      ]);
    }
    await fresh.close();
  });

  it.each(['buy a number', 'what is SWML', 'delete a queue'])('gets no other call to try: %s', async (sentence) =>
    expect(await answer(sentence)).not.toContain('try: '),
  );

  it('rings no number that the sandbox does not have', async () =>
    expect(await answer('ring the number +12065559999')).not.toContain('try: '));

  it.each([
    ['list my numbers', 'platform.phone_numbers.list: '],
    ['list numbers', 'try: await platform.phone_numbers.list()'],
    ['show queues', 'try: await platform.queues.list()'],
    ['make a queue called vip', "try: await platform.queues.create({ name: 'vip' })"],
    ['ring the number +12065550100', "try: await sandbox.ring('+12065550100')"],
    ['phone +12065550100', "try: await sandbox.ring('+12065550100')"],
    ['call my number', 'try: await sandbox.ring((await platform.phone_numbers.list()).data[0].number)'],
    ['greet my callers', '.help greeting: '],
    ['how do I send a text message?', 'platform.compat.messages.create: '],
    ['please buy a number', 'platform.phone_numbers.purchase: '],
  ])('gets what the help has: %s', async (source, part) => {
    const text = await answer(source);
    expect(text).toContain('This is not code.');
    expect(text).toContain(part);
  });

  it.each(['const a b c', 'for x of y', 'foo bar', 'platform.queues list all'])(
    'is not meant by %s',
    async (source) => {
      expect(await answer(source)).not.toContain('This is not code');
    },
  );
});

describe('the last error', () => {
  const fresh = createBench();
  afterAll(() => fresh.close());

  it.each(['[1, 2, 3]?', '(1 + 2)?', 'ls -la', 'GET /api/relay/rest/queues'])('stays after %s', async (source) => {
    await fresh.run('throw new Error("kept")');
    expect(await fresh.run(source)).toMatchObject({ ok: false });
    expect(await fresh.run('_err.message')).toEqual({ ok: true, value: 'kept' });
  });
});

it('prints fetch with its name', async () => {
  expect(await bench.run('fetch.name')).toEqual({ ok: true, value: 'fetch' });
});

it('names a field once that several forms of a call require', async () => {
  const text = await answer('await platform.fabric.swml_scripts.create({ name: "x" })');
  expect(text).toContain('contents is required');
  expect(text).not.toContain('contents or');
});
