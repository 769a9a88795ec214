import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningKernel, startKernel } from '../../src/kernel/index.js';
import { writeAskingSkill } from '../support/asking-skill.js';
import { UNFINISHED } from '../support/unfinished-code.js';

type Bundle = { data: Record<string, string> };

// The kernel of the build, in its own process.
let folder: string;
let kernel: RunningKernel;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kernel-'));
  writeAskingSkill(folder);
  writeModule(join(folder, 'node_modules', 'esm-only'));
  kernel = await startKernel({
    cwd: folder,
    env: {
      ...process.env,
      PATCHBAY_STATE_DIR: folder,
      PATCHBAY_TYPES: 'off',
      PATCHBAY_LIVE: '',
      PLATFORM_SKILL_PATHS: folder,
    },
  });
}, 60_000);
afterAll(async () => {
  await kernel.shutdown();
  expect(kernel.process.exitCode).toBe(0);
  rmSync(folder, { recursive: true });
}, 60_000);
async function run(code: string, more: Record<string, unknown> = {}) {
  const { reply, published } = await kernel.request('execute_request', { code, allow_stdin: false, ...more });
  const outputs = published
    .filter(({ header }) => !['status', 'execute_input'].includes(header.msg_type))
    .map(({ header, content }) => ({ type: header.msg_type, ...content }));
  return { reply, outputs };
}
const shown = async (code: string) => {
  const [output] = (await run(code)).outputs as { data?: Record<string, string> }[];
  return output?.data?.['text/plain'];
};

describe('the output of a running kernel', () => {
  it('shows the output of a cell before its result', async () => {
    const { outputs } = await run("console.log('out'); console.error('err'); 6 * 7");
    expect(outputs).toMatchObject([
      { type: 'stream', name: 'stdout', text: 'out\n' },
      { type: 'stream', name: 'stderr', text: 'err\n' },
      { type: 'execute_result', data: { 'text/plain': '42' } },
    ]);
  });

  it('shows console.table as a table, after the output before it', async () => {
    const { outputs } = await run("console.log('rows:'); console.table([{ a: 1, b: 2 }], ['b']); console.table(5)");
    expect(outputs).toMatchObject([
      { type: 'stream', text: 'rows:\n' },
      { type: 'display_data', data: { 'text/plain': 'b\n2\n1 item', 'text/html': expect.stringContaining('<table') } },
      { type: 'stream', text: '5\n' },
    ]);
  });

  it('keeps the result of a cell by its number', async () => {
    const { reply } = await run("'kept result'");
    expect(await shown(`Out[${reply.execution_count}]`)).toBe("'kept result'");
    for (let i = 0; i < 101; i++) await run('1');
    expect(await shown(`Out[${reply.execution_count}] ?? 'forgotten'`)).toBe("'forgotten'");
  });

  it('displays values, also through the display function of tslab', async () => {
    const { outputs } = await run(
      "import { display as t } from 'tslab'; display({ a: 1 }); t.html('<b>x</b>'); undefined",
    );
    expect(outputs).toMatchObject([
      { type: 'display_data', data: { 'text/plain': '{ a: 1 }' } },
      { type: 'display_data', data: { 'text/html': '<b>x</b>' } },
    ]);
  });

  it.each(['', '; throw new Error("in between")'])(
    'shows the last state of a progress bar before the cell ends%s',
    async (end) => {
      const { outputs } = await run(
        `const bar = display.progress('W', 10); for (let i = 0; i < 7; i++) bar.step()${end}`,
      );
      const bars = outputs.filter(({ type }) => type.includes('display_data')) as unknown as Bundle[];
      expect(bars.at(-1)?.data['text/plain']).toContain('7 of 10');
    },
  );

  it('shows no internal frames of an error that is printed, displayed or nested', async () => {
    const { outputs } = await run(
      "console.log(new Error('printed')); display(new Error('displayed')); ({ e: new Error('held') })",
    );
    const text = JSON.stringify(outputs);
    expect(text.match(/Error: \w+/g)?.map((one) => one.slice(7))).toEqual(['printed', 'displayed', 'held']);
    expect(text.match(/at cell-\d+\.ts:1:\d+/g)).toHaveLength(3);
    expect(text).not.toMatch(/dist|node:|file:|node_modules/);
  });

  it('gives an empty stdin to a cell that reads it', async () => {
    expect(await shown("let all = ''; for await (const part of process.stdin) all += part; all")).toBe("''");
  });

  it('clears the output of a cell', async () => {
    for (const code of ['console.clear()', '.clear'])
      expect((await run(code)).outputs).toEqual([{ type: 'clear_output', wait: false }]);
  });

  it('updates a progress bar in place', async () => {
    const { outputs } = await run("const bar = display.progress('Calls', 2); bar.step(); bar.step(); undefined");
    const [first, ...more] = outputs as unknown as { type: string; transient: { display_id: string }; data: object }[];
    expect(first).toMatchObject({ type: 'display_data', data: { 'text/plain': expect.stringMatching(/ 0 of 2$/) } });
    expect(more.at(-1)).toMatchObject({
      type: 'update_display_data',
      transient: first!.transient,
      data: { 'text/plain': expect.stringMatching(/^Calls █+ 2 of 2$/) },
    });
  });

  it('allows a stream to overwrite its line and removes other control sequences', async () => {
    const { outputs } = await run(
      "process.stdout.write('1%\\r2%\\x1b]52;c;AAAA\\x07\\x1b[2J\\x1b[32mdone\\x1b[39m\\n')",
    );
    expect(outputs).toMatchObject([{ text: '1%\r2%\x1b[32mdone\x1b[39m\n' }, {}]);
  });

  it('sends all of ten thousand lines in a few messages', async () => {
    const { outputs } = await run("for (let i = 0; i < 10_000; i++) console.log('line ' + i)");
    const text = (outputs as unknown as { text: string }[]).map((output) => output.text).join('');
    expect(text.split('\n')).toHaveLength(10_001);
    expect(outputs.length).toBeLessThan(1_000);
  });
});

describe('the errors of a running kernel', () => {
  it('shows the message of a failed request once: in the card', async () => {
    const { outputs } = await run("await platform.queues.get('nope')");
    const [card, error] = outputs as unknown as [Bundle, { evalue: string; traceback: string[] }];
    expect(card.data['text/plain']).toContain("queues.get('nope') failed: 404 Not Found");
    expect(error.evalue).toContain("queues.get('nope') failed: 404 Not Found");
    const traceback = stripVTControlCharacters(error.traceback.join('\n'));
    expect(traceback).toMatch(/^PlatformRestError\n {2}> {3}1 \| await platform\.queues\.get\('nope'\)\n/);
    expect(traceback).not.toMatch(/404|→/);
  });

  it('shows the corrected call in the card', async () => {
    const own = 'const { number: own, id: ownId } = (await platform.phone_numbers.list()).data[0]';
    const [{ data }] = (await run(`${own}; [own, ownId]`)).outputs as unknown as [Bundle];
    const [, number, id] = /'(.*)', '(.*)'/.exec(data['text/plain'] ?? '') ?? [];
    const call = (to: string) =>
      `await platform.calling.dial({ ${to}: '+12065550123', from: '${number}', url: 'https://example.com/a' })`;
    const [notice, card] = (await run(call('too'))).outputs as unknown as [unknown, Bundle];
    expect(notice).toMatchObject({ text: expect.stringContaining('too is not a known field') });
    expect(card.data['text/plain']?.replace(/\s+/g, ' ')).toContain(`The corrected call ${call('to')}`);
    const [wrong] = (await run(`await platform.phone_numbers.get('${number}')`)).outputs as unknown as [Bundle];
    expect(wrong.data['text/plain']?.replace(/\s+/g, ' ')).toContain(`Its id is ${id}`);
  });

  it('marks the line of the cell that failed', async () => {
    const { reply, outputs } = await run("const a = 1\nthrow new RangeError('too far')");
    expect(reply).toMatchObject({ status: 'error', ename: 'RangeError', evalue: 'too far' });
    const [{ traceback }] = outputs as unknown as [{ traceback: string[] }];
    expect(stripVTControlCharacters(traceback.join('\n'))).toMatch(
      /> {3}2 \| throw new RangeError[\s\S]*at cell-\d+\.ts:2:\d+/,
    );
  });

  it.each([
    ['bad.ts', 'export const a = 1;\nexport const b = (x: string => 5;\n', 2, 29],
    ['bad.tsx', 'export const a = <b>{</b>;\n', 1, 23],
    ['bad.js', 'export const a = 1;\n\nexport const b = );\n', 3, 18],
    ['bad.mjs', 'export const b = {', 1, 19],
    ['bad.cjs', 'module.exports = ;', 1, 18],
    ['uses.mjs', "export * from './bad.js';", 3, 18],
  ])('shows the place of a syntax error in an imported file: %s', async (name, text, line, column) => {
    if (name === 'uses.mjs') writeFileSync(join(folder, 'bad.js'), 'export const a = 1;\n\nexport const b = );\n');
    writeFileSync(join(folder, name), text);
    const { outputs } = await run(`import './${name}'`);
    const [{ ename, traceback }] = outputs as unknown as [{ ename: string; traceback: string[] }];
    expect(ename).toBe('SyntaxError');
    const [, source = '', mark = '', place] = traceback.map(stripVTControlCharacters).join('\n').split('\n');
    expect(source).toMatch(new RegExp(`^  > +${line} \\| `));
    expect(mark.indexOf('^')).toBe(column - 1 + source.indexOf('| ') + 2);
    expect(place).toBe(`  at ${join(folder, name === 'uses.mjs' ? 'bad.js' : name)}:${line}:${column}`);
  });

  it('names the package that a file misses, and the import that JSX needs', async () => {
    writeFileSync(join(folder, 'jsx.tsx'), "import React from 'react';\nexport const view = () => <b>hi</b>;\n");
    const { reply } = await run("import { view } from './jsx.tsx'");
    expect(reply.evalue).toBe(`react, which ${join(folder, 'jsx.tsx')} imports, is not installed: npm install react`);
    writeFileSync(join(folder, 'bare.tsx'), 'export const bare = () => <b>hi</b>;\n');
    const { outputs } = await run("import { bare } from './bare.tsx'; bare()");
    const [{ traceback }] = outputs as unknown as [{ traceback: string[] }];
    expect(traceback.join('\n')).toContain('begin the .tsx file with import React from "react", and install react');
  });

  it('marks the place of a syntax error in a cell', async () => {
    const { outputs } = await run('const a = 1\nconst b = (x: string => 5');
    const [{ traceback }] = outputs as unknown as [{ traceback: string[] }];
    expect(stripVTControlCharacters(traceback.join('\n'))).toMatch(
      /^SyntaxError: .*\n {2}> {3}2 \| const b = \(x: string => 5\n {31}\^\n {2}at cell-\d+\.ts:2:22$/,
    );
  });

  it('colours the traceback', async () => {
    const { outputs } = await run("throw new Error('red')");
    const [{ traceback }] = outputs as unknown as [{ traceback: string[] }];
    expect(traceback[0]).toBe('\x1b[31mError\x1b[39m: red');
  });

  it('explains a failed request above its traceback', async () => {
    const { outputs } = await run("await platform.queues.get('nope')");
    expect(outputs).toMatchObject([
      {
        type: 'display_data',
        data: {
          'text/plain': expect.stringContaining('To list the ids, run await platform.queues.list()'),
          'text/html': expect.stringContaining('platform.queues.list()'),
        },
      },
      { type: 'error', ename: 'PlatformRestError' },
    ]);
  });
});

describe('the names and the requests of a running kernel', () => {
  it('keeps names from cell to cell', async () => {
    await run('const kept: number = await Promise.resolve(5)');
    expect(await shown('kept + 1')).toBe('6');
  });

  it('answers the requests of skills from recordings', async () => {
    await run("await agent.add_skill('asking')");
    const ask = (q: string) => `JSON.parse((await agent.call_tool('ask', { q: '${q}' })).response).location.name`;
    expect(await shown(ask('oslo'))).toBe("'Oslo'");
    const { reply } = await run(ask('paris'));
    expect(reply).toMatchObject({
      status: 'error',
      evalue: expect.stringContaining('To call the service, use --live'),
    });
  });

  it('imports files that import this package', async () => {
    writeFileSync(
      join(folder, 'queues.ts'),
      "import { RestClient } from 'patchbay'; export const { data } = await new RestClient().queues.list();",
    );
    expect(await shown("import { data } from './queues.ts'; data.length")).toBe('2');
  });

  it('imports a package that is an ES module only', async () => {
    expect(await shown("import { word } from 'esm-only'; word")).toBe("'imported'");
    expect(await shown("(await import('esm-only')).default")).toBe('7');
  });

  it('gives cells the same objects whether they import them or not', async () => {
    const code =
      "import { platform as imported, display as d } from 'patchbay/notebook'; [imported === platform, d === display]";
    expect(await shown(code)).toBe('[ true, true ]');
  });

  it('sends requests to the sandbox', async () => {
    expect(await shown('(await platform.phone_numbers.list()).data.length > 0')).toBe('true');
  });

  it('does not allow a notebook to enable live mode', async () => {
    const { reply } = await run("process.env.PATCHBAY_LIVE = '1'; await use('live')");
    expect(reply).toMatchObject({ status: 'error', evalue: expect.stringContaining('--live') });
  });
});

describe('the interrupts of a running kernel', () => {
  it('stops a busy loop and keeps the variables', async () => {
    await run('let before = 1');
    const looping = kernel.request('execute_request', { code: 'before = 2; await 0; for (;;) {}' }, ({ header }) => {
      if (header.msg_type === 'execute_input') void kernel.control('interrupt_request', {});
    });
    expect((await looping).reply).toMatchObject({ status: 'error', ename: 'Interrupted' });
    expect(await shown('before')).toBe('2');
  });

  it('stops a busy callback twice and keeps the variables', async () => {
    for (const kept of ['1', '2']) {
      const code = `var kept = ${kept}; await new Promise(() => setTimeout(() => { console.log('busy'); for (;;) {} }, 1))`;
      const busy = kernel.request('execute_request', { code }, ({ header }) => {
        if (header.msg_type === 'stream') void kernel.control('interrupt_request', {});
      });
      expect((await busy).reply).toMatchObject({ status: 'error', ename: 'Interrupted' });
      expect(await shown('kept')).toBe(kept);
    }
  });

  it.each(UNFINISHED)('answers whether %j is complete and runs the next cell', async (code) => {
    const { reply } = await kernel.request('is_complete_request', { code });
    expect(reply.status).toMatch(/^(?:in)?complete$|^invalid$/);
    expect(await shown('6 * 7')).toBe('42');
  });

  it('stops a cell that waits forever', async () => {
    const waiting = kernel.request('execute_request', { code: 'await new Promise(() => {})' }, ({ header }) => {
      if (header.msg_type === 'execute_input') void kernel.control('interrupt_request', {});
    });
    expect((await waiting).reply).toMatchObject({ ename: 'Interrupted' });
  });

  it('aborts the cells that were sent after a failing cell', async () => {
    const cells = Promise.all([run('await new Promise(() => {})'), run('globalThis.ran = true')]);
    await kernel.request('kernel_info_request', {}); // answered in order, so both have arrived
    await kernel.control('interrupt_request', {});
    const [failed, behind] = await cells;
    expect([failed.reply.status, behind.reply.status]).toEqual(['error', 'aborted']);
    expect(await shown('typeof globalThis.ran')).toBe("'undefined'");
  });

  it('keeps running after process.exit and after an unhandled rejection', async () => {
    expect((await run('process.exit(3)')).reply).toMatchObject({ evalue: expect.stringContaining('restart') });
    const { outputs } = await run("void Promise.reject(new Error('lost')); await new Promise(setImmediate); undefined");
    expect(outputs).toMatchObject([
      { name: 'stderr', text: expect.stringContaining('Unhandled rejection: Error: lost') },
    ]);
  });

  it('shows late errors below the cell that caused them', async () => {
    const { outputs } = await run("Promise.reject(new Error('late')); 5");
    expect(outputs).toMatchObject([
      { type: 'execute_result' },
      { name: 'stderr', text: expect.stringMatching(/^Unhandled rejection: Error: late\n {2}at cell-\d+\.ts:1:16\n$/) },
    ]);
    const timer = "setTimeout(() => { throw new Error('timer') }, 1); await new Promise((done) => setTimeout(done, 2))";
    expect((await run(timer)).outputs).toMatchObject([
      { name: 'stderr', text: expect.stringMatching(/^Uncaught exception: Error: timer\n {2}at .*cell-\d+\.ts:1:26/) },
    ]);
  });
});

describe('the protocol of a running kernel', () => {
  it('ends a front end on a terminal with exit', async () => {
    expect((await run('exit', { allow_stdin: true })).reply.payload).toEqual([
      { source: 'ask_exit', keepkernel: false },
    ]);
    expect((await run('1', { allow_stdin: true })).reply.payload).toEqual([]);
    expect((await run('exit')).reply.payload).toEqual([]);
  });

  it('shows help in the pager of a front end and as a result for a program', async () => {
    const asked = await run('platform.queues?', { allow_stdin: true });
    expect(asked.outputs).toEqual([]);
    expect(asked.reply.payload).toMatchObject([
      { source: 'page', start: 0, data: { 'text/plain': expect.stringContaining('get_next_member') } },
    ]);
    const program = await run('platform.queues?');
    expect(program.reply.payload).toEqual([]);
    expect(program.outputs).toMatchObject([{ type: 'execute_result' }]);
  });

  it('shows the help of an operation on inspection', async () => {
    const { reply } = await kernel.request('inspect_request', { code: "platform.queues.get('Q1')", cursor_pos: 20 });
    expect(reply).toMatchObject({
      found: true,
      data: { 'text/plain': expect.stringMatching(/platform\.queues\.get\(queue_id\)\nFetch one queue\./) },
    });
  });

  it('explains how to end a notebook', async () => {
    expect((await run('.exit')).outputs).toMatchObject([
      { name: 'stderr', text: expect.stringContaining('shut down') },
    ]);
  });

  it('leaves no trace of a silent cell except its effect', async () => {
    const { reply, outputs } = await run("console.log('quiet'); globalThis.silently = 1; 5", { silent: true });
    expect([reply.status, outputs]).toEqual(['ok', []]);
    expect(await shown('globalThis.silently')).toBe('1');
  });

  it('evaluates the user expressions of a front end', async () => {
    const { reply } = await run('const u = 2', { user_expressions: { good: 'u * 2', bad: 'nowhere' } });
    expect(reply.user_expressions).toMatchObject({
      good: { status: 'ok', data: { 'text/plain': '4' } },
      bad: { status: 'error', ename: 'ReferenceError' },
    });
  });

  it('answers completion, completeness, history and comm requests', async () => {
    const ask = async (type: string, content: Record<string, unknown>) => (await kernel.request(type, content)).reply;
    expect(await ask('complete_request', { code: 'platform.phone_nu', cursor_pos: 17 })).toMatchObject({
      matches: expect.arrayContaining([expect.stringContaining('phone_numbers')]),
    });
    expect(await ask('is_complete_request', { code: 'if (true) {' })).toMatchObject({ status: 'incomplete' });
    expect(await ask('is_complete_request', { code: 'let = = 1' })).toMatchObject({ status: 'invalid' });
    expect(await ask('history_request', { hist_access_type: 'tail', n: 1 })).toMatchObject({ status: 'ok' });
    expect(await ask('comm_info_request', {})).toEqual({ status: 'ok', comms: {} });
  });
});

/** A package with one module that `require` did not load for long: it waits at its top level. */
function writeModule(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"esm-only","type":"module","exports":{"import":"./index.js"}}');
  writeFileSync(join(folder, 'index.js'), "export const word = await 'imported';\nexport default 7;\n");
}
