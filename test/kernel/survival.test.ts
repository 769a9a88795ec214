import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Channel, type RawKernel, startRawKernel } from '../support/raw-kernel.js';

let kernel: RawKernel;
beforeAll(async () => {
  kernel = await startRawKernel();
}, 60_000);
afterAll(() => kernel.kill(), 60_000);

const header = (msg_type: string, msg_id = `m${Math.random()}`) =>
  JSON.stringify({ msg_id, msg_type, session: 's', username: 'u', date: '', version: '5.3' });

it.each([
  'throw ({ __proto__: null })',
  'throw ({ constructor: 5, __proto__: null })',
  'throw ({ __proto__: null, name: { __proto__: null }, message: { __proto__: null }, stack: 1 })',
  'throw Object.assign(new Error(), { message: { toString() { throw 1 } }, name: { __proto__: null } })',
  'throw new Error("x", { cause: { __proto__: null, message: { __proto__: null }, stack: 1 } })',
])('a thrown value that has no text fails only its cell: %s', async (code) => {
  const { reply } = await kernel.run(code);
  expect(reply).toMatchObject({ status: 'error', ename: expect.stringMatching(/./) });
  expect(reply.ename).not.toBe('KernelBroken');
});

describe('a display that JSON cannot contain', () => {
  it.each([
    ["{ 'application/json': { a: 1n } }", 'Cannot display application/json: the value is not JSON. Do not know how'],
    ["(() => { const a: any = {}; a.a = a; return { 'application/json': a } })()", 'Converting circular structure'],
    ["{ 'application/json': () => 1 }", 'JSON cannot contain function'],
    ["{ 'application/vnd.own': { f() {} } }", 'could not be cloned'],
    ["{ 'image/png': Buffer.from('x') }", "Encode it, for example with Buffer.from(data).toString('base64')"],
    ["{ 'text/html': 5 }", 'Cannot display text/html: the value must be a string, not number'],
  ])('fails its cell with a clear error: %s', async (bundle, message) => {
    const value = `({ [Symbol.for('Jupyter.display')]: () => (${bundle}) })`;
    const evalue = expect.stringContaining(message);
    for (const code of [value, `display(${value})`, `await display(${value})`])
      expect((await kernel.run(code)).reply).toMatchObject({ status: 'error', ename: 'TypeError', evalue });
    const { reply } = await kernel.run('', {}, { user_expressions: { it: value } });
    expect(reply).toMatchObject({ user_expressions: { it: { status: 'error', evalue } } });
  });

  it('fails a cell that displays it with the function of tslab', async () => {
    const code = "import { display as t } from 'tslab'; t.raw('application/json', { a: 1n } as any)";
    expect((await kernel.run(code)).reply).toMatchObject({ evalue: expect.stringContaining('not JSON') });
  });

  it('names the format if `toJSON` throws anything', async () => {
    const bundle = "{ 'application/json': { toJSON() { throw THROWN } } }";
    for (const [thrown, said] of [
      ['undefined', 'undefined'],
      ["'no luck'", 'no luck'],
      ["new Error('one\\ntwo')", 'one'],
    ] as const) {
      const value = `({ [Symbol.for('Jupyter.display')]: () => (${bundle.replace('THROWN', thrown)}) })`;
      const evalue = expect.stringMatching(`^Cannot display application/json: the value is not JSON.*${said}`);
      expect((await kernel.run(value)).reply).toMatchObject({ evalue });
    }
  });

  it('does not affect other formats', async () => {
    const { outputs } = await kernel.run(
      "({ [Symbol.for('Jupyter.display')]: () => ({ 'application/json': [1], 'image/png': 'YQ==' }) })",
    );
    expect(outputs).toMatchObject([{ data: { 'application/json': [1], 'image/png': 'YQ==' } }]);
  });
});

describe('a signed message of the wrong shape', () => {
  const REQUESTS = ['execute', 'complete', 'inspect', 'history', 'is_complete', 'interrupt', 'kernel_info'];
  it.each(['null', '5', '"text"', '[]'])('gets an error reply if its content is %s', async (content) => {
    for (const channel of ['shell', 'control'] as const)
      for (const name of REQUESTS) {
        const reply = kernel.replyTo(`${channel}-${name}-${content}`);
        const parts = [header(`${name}_request`, `${channel}-${name}-${content}`), '{}', '{}', content];
        await kernel.sendParts(channel, parts);
        expect(await reply, name).toMatchObject({ status: 'error', ename: 'InvalidRequest' });
      }
    expect((await kernel.run('6 * 7')).reply.status).toBe('ok');
  });

  it('is ignored on stdin', async () => {
    for (const content of ['null', '5', '[]', '{"value":{}}'])
      await kernel.sendParts('stdin', [header('input_reply'), 'null', 'null', content]);
    const { outputs } = await kernel.run("await input('Name? ')", { onInput: () => 'Ann' });
    expect(outputs).toMatchObject([{ data: { 'text/plain': "'Ann'" } }]);
  });

  it.each(['null', '[]', '{}', '{"msg_id":1,"msg_type":2}', '{', ''])('is dropped with the header %s', async (head) => {
    for (const channel of ['shell', 'control', 'stdin'] as Channel[])
      await kernel.sendParts(channel, [head, '{}', '{}', '{}']);
    expect((await kernel.run('6 * 7')).reply.status).toBe('ok');
    expect((await kernel.ask('control', 'kernel_info_request', {})).reply.status).toBe('ok');
  });

  it.each([2_000, 200_000])('gets an error reply if it is nested %i levels deep', async (depth) => {
    const nested = '['.repeat(depth) + ']'.repeat(depth);
    for (const [name, field] of [
      ['execute', 'pattern'],
      ['execute', 'code'],
      ['complete', 'cursor_pos'],
      ['history', 'n'],
    ]) {
      const id = `${name}-${field}-${depth}`;
      const reply = kernel.replyTo(id);
      const content = `{"code":"1",${JSON.stringify(field)}:${nested}}`;
      await kernel.sendParts('shell', [header(`${name}_request`, id), '{}', '{}', content]);
      expect(await reply).toMatchObject({
        ename: 'InvalidRequest',
        evalue: expect.stringContaining('levels of nesting'),
      });
    }
    const head = header('execute_request').replace('}', `,"own":${nested}}`);
    await kernel.sendParts('shell', [head, nested, nested, '{"code":"1"}']);
    await kernel.sendParts('stdin', [header('input_reply'), nested, nested, `{"value":${nested}}`]);
    expect((await kernel.run('6 * 7')).reply.status).toBe('ok');
  });

  it.each(['abc', ['1']])('evaluates no expressions if they are not named: %j', async (user_expressions) => {
    const { reply } = await kernel.run('1', {}, { user_expressions });
    expect(reply.user_expressions).toEqual({});
  });

  it.each([
    { code: null },
    { code: {} },
    { code: '1', user_expressions: 'abc' },
    { code: '1', user_expressions: { a: 5, b: null } },
    { code: '1', silent: 'x', store_history: null },
  ])('is answered if it is the execute request %j', async (content) => {
    expect((await kernel.ask('shell', 'execute_request', content)).reply.status).toMatch(/^(ok|error)$/);
    expect((await kernel.run('6 * 7')).reply.status).toBe('ok');
  });
});

describe('questions of a cell', () => {
  it('are asked one after the other', async () => {
    const asked: string[] = [];
    const onInput = (prompt: string) => String(asked.push(prompt));
    const code = "(await Promise.all([input('a'), input('b'), input('c')])).join()";
    const { outputs } = await kernel.run(code, { onInput });
    expect([asked, outputs]).toMatchObject([['a', 'b', 'c'], [{ data: { 'text/plain': "'1,2,3'" } }]]);
  });

  const INTERFACE = 'createInterface({ input: process.stdin, output: process.stdout })';
  it('can come from readline', async () => {
    const onInput = (prompt: string) => `to ${prompt}`;
    for (const code of [
      `import * as r from 'node:readline/promises'; const i = r.${INTERFACE}; [await i.question('a? '), await i.question('b? ')].join()`,
      `import * as r from 'node:readline'; const i = r.${INTERFACE}; const ask = (q) => new Promise((done) => i.question(q, done)); [await ask('a? '), await ask('b? ')].join()`,
    ])
      expect((await kernel.run(code, { onInput })).outputs).toMatchObject([
        { data: { 'text/plain': "'to a? ,to b? '" } },
      ]);
  });

  it('fail in readline too if the front end does not support them', async () => {
    for (const code of [
      `import * as r from 'node:readline/promises'; await r.${INTERFACE}.question('a? ')`,
      `import * as r from 'node:readline'; await new Promise((done) => r.${INTERFACE}.question('a? ', done))`,
    ])
      expect((await kernel.run(code)).reply).toMatchObject({
        evalue: expect.stringContaining('run the cell in a notebook'),
      });
  });
});

describe('a cell that breaks built-in functions', () => {
  it.each([
    ['delete globalThis.Promise', 'Promise'],
    ['delete (globalThis as any).process; delete (globalThis as any).Map', 'Map, process'],
    ['(Map.prototype as any).get = undefined; (Array.prototype as any).map = null', 'Array.prototype.map'],
    ['JSON.stringify = undefined as any; throw new Error("and fails")', 'JSON.stringify'],
    ['(Promise.prototype as any).then = undefined', 'Promise.prototype.then'],
    ['globalThis.Object = 5 as any', 'Object'],
    ['globalThis.Object = 5 as any; await new Promise((done) => setTimeout(done, 1))', 'Object'],
    ['globalThis.process = 5 as any; globalThis.Buffer = 6 as any', 'Buffer, process'],
    ['Object.defineProperty = undefined as any', 'Object.defineProperty'],
    ['delete (Array.prototype as any)[Symbol.iterator]', 'Array.prototype[Symbol.iterator]'],
    ['delete (globalThis as any).queueMicrotask; nosuch', 'queueMicrotask'],
  ])('gets them back: %s', async (code, name) => {
    const { text } = await kernel.run(code);
    expect(text).toMatch(/^(This cell (replaced|deleted) .*\. The kernel put the originals? back\.\n)+$/);
    for (const one of name.split(', ')) expect(text).toContain(one);
    const { outputs } = await kernel.run('await Promise.all([1].map(async (n) => JSON.stringify({ n })))');
    expect(outputs).toMatchObject([{ data: { 'text/plain': `[ '{"n":1}' ]` } }]);
  });

  it.each([
    ['Object = 5 as any; Object', '5'],
    ['Array = class {} as any; [1].map((n) => n)', '[ 1 ]'],
    ['undefined = 7 as any; undefined', '7'],
  ])('can declare a name of a built-in for later cells: %s', async (code, shown) => {
    const own = await startRawKernel();
    expect((await own.run(code)).outputs).toMatchObject([{ data: { 'text/plain': shown } }]);
    expect((await own.run('({ a: [1] })')).outputs).toMatchObject([{ data: { 'text/plain': '{ a: [ 1 ] }' } }]);
    await own.kill();
  });

  it('reports its own result after it deleted process', async () => {
    const { reply } = await kernel.run('delete (globalThis as any).process; 5');
    expect(reply.status).toBe('ok');
    const { reply: refused } = await kernel.run('delete process');
    expect(refused).toMatchObject({ status: 'error', ename: 'SyntaxError' });
  });

  it('can replace a function by its own', async () => {
    expect((await kernel.run("globalThis.fetch = async () => new Response('mine')")).text).toBe('');
    const { outputs } = await kernel.run("(await fetch('http://x')).text()");
    expect(outputs).toMatchObject([{ data: { 'text/plain': "'mine'" } }]);
  });
});

it('prints the message of console.trace', async () => {
  expect((await kernel.run("console.trace('here', 5)")).text).toMatch(/^Trace: here 5\n {4}at cell-\d+\.ts:1:9\n$/);
});
