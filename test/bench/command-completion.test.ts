import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/bench/commands/index.js';
import { createBench } from '../../src/bench/index.js';
import { operations, walkRows } from '../../src/client/index.js';

const bench = createBench();
const folder = mkdtempSync(join(tmpdir(), 'arguments-'));
for (const name of ['story.ts', 'calls.yaml', 'picture.png', 'notes.md']) writeFileSync(join(folder, name), '1');
await bench.run('await platform.phone_numbers.list()');
await bench.run('const found = await platform.queues.list()');
await bench.run('function greet() {}');
await bench.run('await new Promise(() => {}) &');
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

const offers = async (line: string) => (await bench.complete(line, line.length)).items.map(({ text }) => text);
const javaScript = new Set([...Object.getOwnPropertyNames(globalThis), 'await', 'const', 'function', 'RestClient']);
const taking = (accepts: (takes: string) => boolean) =>
  commands.filter(({ takes = '', takesCode }) => !takesCode && accepts(takes)).map(({ name }) => name);

describe('the arguments of every command that does not take code', () => {
  const words = ['', 'x', '+', '--', 'num', 'calling.', 'stop ', 'sandbox ', 'replay ', 'ring ', 'faults ', 'clear x '];
  it.each(taking(() => true).filter((name) => name !== '.help'))('%s never offers JavaScript', async (name) => {
    for (const typed of [
      ...words,
      ...words.flatMap((first) => ['x ', `${first.trim()} y `].map((more) => first + more)),
    ])
      expect([typed, (await offers(`${name} ${typed}`)).filter((text) => javaScript.has(text))]).toEqual([typed, []]);
  });
  it.each(taking((takes) => !['', 'FILE', 'COMMAND'].includes(takes)))(
    '%s completes the first argument',
    async (name) => {
      expect(await offers(`${name} `)).not.toEqual([]);
    },
  );
  it.each(taking((takes) => takes === 'FILE'))('%s completes files', async (name) => {
    expect(await offers(`${name} ${folder}/st`)).toEqual([join(folder, 'story.ts')]);
    expect(await offers(`${name} ${folder}/story.ts `)).toEqual([]);
  });
  it.each(taking((takes) => takes === ''))('%s has no arguments and no completions', async (name) => {
    expect(await offers(`${name} `)).toEqual([]);
  });
});

describe('completions of commands', () => {
  it.each([
    ['.load', ['notes.md', 'story.ts']],
    ['.mode replay', ['calls.yaml']],
  ])('%s offers the files that it reads', async (command, names) => {
    expect((await offers(`${command} ${folder}/`)).sort()).toEqual(names.map((name) => join(folder, name)));
  });
  it('are accepted by the command', async () => {
    for (const [first, how] of [
      ['calling.dial', '503'],
      ['calling', 'timeout'],
      ['*', 'slow'],
    ] as const) {
      expect(await offers('.sandbox faults ')).toContain(first === 'calling.dial' ? 'clear' : first);
      expect(await offers(`.sandbox faults ${first} `)).toContain(how);
      expect((await bench.run(`.sandbox faults ${first} ${how}`)).ok).toBe(true);
    }
    for (const how of await offers('.sandbox faults queues.list '))
      expect([how, (await bench.run(`.sandbox faults queues.list ${how}`)).ok]).toEqual([how, true]);
    await bench.run('.sandbox faults clear');
    for (const action of await offers('.sandbox '))
      if (!/^(?:ring|run)$/.test(action))
        expect([action, (await bench.run(`.sandbox ${action}`)).ok]).toEqual([action, true]);
    for (const seconds of await offers('.sandbox clock '))
      expect((await bench.run(`.sandbox clock ${seconds}`)).ok).toBe(true);
  });
  it.each([...walkRows(operations)].map(([name]) => name))(
    'has %s among what can fail, and be explained',
    async (name) => {
      expect(await offers(`.sandbox faults ${name}`)).toContain(name);
      expect(await offers(`.help platform.${name}`)).toContain(`platform.${name}`);
    },
  );
  it('are the numbers of the account', async () => {
    const numbers = await offers('.sandbox ring ');
    expect(numbers.length).toBeGreaterThan(0);
    expect(await offers('.route ')).toEqual(numbers);
    expect(await offers('.route +')).toEqual(numbers);
    expect((await bench.run(`.route ${numbers[0]}`)).ok).toBe(true);
  });
  it('are the running jobs', async () => {
    expect(await offers('.jobs ')).toEqual(['stop']);
    expect(await offers('.jobs stop ')).toEqual(['1']);
  });
  it('are the latest requests with a summary', async () => {
    const { items } = await bench.complete('.curl ', 6);
    expect(items.at(-1)?.detail).toMatch(/^GET \/api\/relay\/rest\/phone_numbers → 200$/);
    expect((await offers('.last '))[0]).toBe('--all');
    expect(await offers(`.last --all ${folder}/s`)).toEqual([join(folder, 'story.ts')]);
    expect(await offers(`.last 1 ${folder}/s`)).toEqual([join(folder, 'story.ts')]);
    expect(await offers('.curl 1 ')).toEqual([]);
  });
  it('are commands, variables, skills and members for .help', async () => {
    expect(await offers('.help .ro')).toEqual(['.route']);
    expect(await offers('.help platform.q')).toEqual(['platform.queues']);
    expect(await offers('.help datet')).toEqual(['datetime']);
    expect(await offers('.help sandb')).toContain('sandbox');
    expect((await offers('.help ')).filter((text) => text === 'Number' || text === 'await')).toEqual([]);
    expect(await offers('.help agent ')).toEqual([]);
  });
  it('are names from earlier inputs for .history', async () => {
    expect(await offers('.history platform.ph')).toEqual(['platform.phone_numbers.list']);
  });
  it('are empty for an unknown command', async () => {
    expect(await offers('.nosuch ')).toEqual([]);
  });
});

describe('the argument of a command that takes code', () => {
  it.each(commands.filter(({ takesCode }) => takesCode).map(({ name }) => name))('%s completes code', async (name) => {
    expect(await offers(`${name} platform.calling.dia`)).toEqual(['dial']);
    const line = `  ${name}  await platform.calling.dia`;
    expect(await bench.complete(line, line.length)).toMatchObject({ from: line.length - 3, to: line.length });
  });
});

it('suggests only names of the user after !, where a command of the shell may begin', async () => {
  const fresh = createBench({ isPrompt: true });
  await fresh.run('const given = true; function greet() {}');
  const textsOf = async (source: string) => (await fresh.complete(source, source.length)).items.map(({ text }) => text);
  expect(await textsOf('!gi')).toEqual(['given']);
  expect(await textsOf('!pri')).toEqual([]);
  expect(await textsOf('.edit ')).toEqual(['greet']);
  await fresh.close();
});

describe('in brackets', () => {
  it('an object gets no phone numbers', async () => {
    expect(await offers('sandbox.ring(')).toContain("'+13125550175'");
    for (const line of ['sandbox.ring({ ', 'sandbox.ring([', 'sandbox.faults.add({ ', 'sandbox.ring({ from: '])
      expect([line, (await offers(line)).filter((text) => /^'|^platform$/.test(text))]).toEqual([line, []]);
  });

  it('an index gets no globals before its first letter', async () => {
    await bench.run('const place = 2');
    for (const line of ['found.data[', 'found.data[0].capabilities[', 'Object[', 'list['])
      expect([line, await offers(line)]).toEqual([line, ['place']]);
    expect(await offers('found.data[pl')).toContain('place');
  });

  it('a field shows the type of each alternative', async () => {
    const line = "platform.calling.play('id', { play: [{ ";
    const { items } = await bench.complete(line, line.length);
    expect(items.find(({ text }) => text === 'type')?.detail).toBe('required audio | tts | silence | ringtone');
  });
});

describe('after !', () => {
  it('a letter gets only variables that start with it', async () => {
    expect(await offers('!g')).toEqual(['greet']);
    expect(await offers('!r')).toEqual([]);
  });
  it('a path gets files', async () => {
    expect(await offers(`!${folder}/st`)).toEqual([`${folder}/story.ts`]);
    expect(await offers('!/nowhere/x')).toEqual([]);
  });
});
