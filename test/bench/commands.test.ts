import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { commands } from '../../src/bench/commands/index.js';
import { type Bench, createBench } from '../../src/bench/index.js';
import { parseInput } from '../../src/bench/session/input.js';
import { importers } from '../../src/cases/index.js';
import { operations, walkRows } from '../../src/client/index.js';
import { showError, showText } from '../../src/show/index.js';
import { corpus } from '../corpus/evaluator.js';
import { receiver } from '../support/loopback.js';

const folder = mkdtempSync(join(tmpdir(), 'commands-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);
const benches: Bench[] = [];
afterEach(() => Promise.all(benches.splice(0).map((bench) => bench.close())));
const shellCommand = (line: string, target = '') =>
  `To run a shell command, type \`${target}(await import('node:child_process')).execSync('${line}').toString()\``;
const notRun = (line: string) =>
  `\`!${line}\` did not run. Shell commands run only when you type them at the prompt, because code from a file, a notebook or -e can come from someone else. In code, type \`(await import('node:child_process')).execSync("${line}").toString()\``;
const newBench = () => {
  const bench = createBench();
  benches.push(bench);
  return bench;
};
/** Returns the text that an input shows. */
async function outputOf(bench: Bench, source: string, columns = 100): Promise<string> {
  const outcome = await bench.run(source);
  if (!outcome.ok) return `! ${(outcome.error as Error).message}`;
  return outcome.value === undefined ? '' : showText(outcome.value, { columns });
}

describe('every command', () => {
  it.each(commands.map(({ name }) => name))('%s is listed and explained by .help', async (name) => {
    const bench = newBench();
    expect(await outputOf(bench, '.help')).toContain(name);
    expect(await outputOf(bench, `.help ${name}`)).toMatch(/^\.\w+/);
    const { items } = await bench.complete(name, name.length);
    expect(items.map(({ text }) => text)).toContain(name);
  });
});

describe('the help on an action of a command', () => {
  it.each([
    ['.sandbox ring', '--digits'],
    ['sandbox ring', '--digits'],
    ['.sandbox faults', 'OPERATION FAULT'],
    ['.skills list', '--json'],
  ])('shows its arguments and options: .help %s', async (name, part) => {
    const text = await outputOf(newBench(), `.help ${name}`);
    expect(text).toMatch(new RegExp(`^\\.?${name}`));
    expect(text).toContain(part);
    expect(text).not.toContain('clock [SECONDS]');
  });
  it('is what the message of a wrong option names', async () => {
    const bench = newBench();
    const [, named = ''] = /See (\.help .*)$/.exec(await outputOf(bench, '.sandbox ring --digit 1')) ?? [];
    expect(await outputOf(bench, named)).toContain('--digits');
  });
  it('does not hide the answer to a question', async () => {
    expect(await outputOf(newBench(), '.help record a call')).toContain('platform.calling.record');
  });
});

it('the help on words names only what it found', async () => {
  const bench = newBench();
  for (const word of ['enqueue', 'gather', 'call a number', 'webhook']) {
    const text = await outputOf(bench, `.help ${word}`, 200);
    const name = /(?:such as|type) \.help (.+)$/m.exec(text)?.[1];
    if (name !== undefined) expect(await outputOf(bench, `.help ${name}`)).not.toMatch(/^!|Nothing is called/);
    if (name !== undefined) expect(text.slice(0, text.lastIndexOf('\n'))).toContain(name);
  }
});

describe('.keys', () => {
  it('changes the keys of the prompt, and lists them', async () => {
    const bench = newBench();
    expect(await outputOf(bench, '.keys')).toMatch(/^The prompt has Emacs keys/);
    expect(await outputOf(bench, '.keys vi')).toMatch(/^The prompt has vi keys/);
    expect(bench.keys).toBe('vi');
    expect(await outputOf(bench, '.keys nano')).toBe('! unknown keys "nano". Known: emacs, vi.');
    expect(await outputOf(bench, '.keys emcs')).toBe('! unknown keys "emcs". Did you mean emacs?');
    expect(bench.keys).toBe('vi');
    await outputOf(bench, '.keys emacs');
    expect(bench.keys).toBe('emacs');
    const help = await outputOf(bench, '.help keys');
    for (const text of ['Ctrl-X Ctrl-E', 'Ctrl-Z', 'vi: gg G']) expect(help).toContain(text);
  });
});

describe('.help', () => {
  it.each([80, 200])('fits a screen of 24 rows at %i columns', async (columns) => {
    expect((await outputOf(newBench(), '.help', columns)).split('\n').length).toBeLessThan(23);
  });
  it('leads to groups, which list all commands with their usage', async () => {
    const bench = newBench();
    const groups = (await outputOf(bench, '.help')).match(/(?<=^ *)\.help [a-z]+/gm) ?? [];
    const lists = await Promise.all(groups.map((group) => outputOf(bench, group)));
    for (const { name, help } of commands) {
      expect(
        lists.filter((list) => list.includes(`  ${name}`)),
        name,
      ).toHaveLength(1);
      expect(lists.join('\n').replace(/\s+/g, ' ')).toContain(help);
    }
  });
});

it('names a file that cannot be written or read, without the words of the system', async () => {
  const bench = newBench();
  await bench.run('await platform.queues.list()');
  expect(await outputOf(bench, '.last 1 /none/f.json')).toBe('! cannot write /none/f.json: its folder does not exist');
  const missing = await bench.run(`.mode replay ${file('none.yaml')}`);
  expect(missing.ok ? '' : showError(missing.error)).toMatch(
    /^the recording \S+ cannot be read: there is no such file or folder$/,
  );
});

describe('.import', () => {
  it('writes a redacted recording that the bench can replay', async () => {
    const bench = newBench();
    writeFileSync(file('app.log'), 'GET /api/relay/rest/phone_numbers?filter_number=%2B14155552671 404\n');
    expect(await outputOf(bench, `.import ${file('app.log')} -o ${file('ticket.yaml')}`, 200)).toMatch(
      /^1 request imported\n {2}1 {2}404 {2}phone_numbers\.list\nhosts: \S+ \(1\)\nphone +becomes .*\nwritten: (.*)\nnext: \.explain \1$/,
    );
    expect(readFileSync(file('ticket.yaml'), 'utf8')).not.toContain('4155552671');
    expect(await outputOf(bench, `.mode replay ${file('ticket.yaml')}`, 200)).toContain('replay of ');
    expect((await bench.complete(`.import ${file('app')}`, `.import ${file('app')}`.length)).items[0]?.text).toBe(
      file('app.log'),
    );
  });

  it.each([
    ['', `import needs a file. It reads ${importers.map(({ summary }) => summary).join('; ')}`],
    [' a.har -o', '--output needs a value. See .help import'],
    [' a.har --ouput x', 'unknown option --ouput. Did you mean --output? See .help import'],
    [' -', '- reads pasted text in a shell only: patchbay import -'],
    [' absent.har -o x.yaml', 'absent.har cannot be read: there is no such file or folder'],
  ])('refuses .import%s', async (rest, message) => {
    expect(await outputOf(newBench(), `.import${rest}`, 200)).toBe(`! ${message}`);
  });
});

describe('.record', () => {
  it('ends with stop, and later requests are not recorded', async () => {
    const bench = newBench();
    const story = file('stopped.yaml');
    expect(await outputOf(bench, `.record ${story}`, 200)).toBe(
      `Recording to ${story}. To end the recording, type .record stop or close the bench.`,
    );
    expect(await outputOf(bench, '.mode sandbox', 200)).toContain('End the recording first: .record stop');
    await bench.run("await platform.queues.create({ name: 'first' })");
    expect((await bench.complete('.record sto', 11)).items.map(({ text }) => text)).toContain('stop');
    expect(await outputOf(bench, '.record stop', 200)).toBe(`The recording ${story} has ended.`);
    expect(bench.recording).toBeUndefined();
    const recorded = readFileSync(story, 'utf8');
    expect(recorded).toContain('first');
    await bench.run("await platform.queues.create({ name: 'second' })");
    await bench.close();
    expect(readFileSync(story, 'utf8')).toBe(recorded);
  });
  it.each(['', ' off', ' end'])('without a file names .record stop: .record%s', async (rest) => {
    expect(await outputOf(newBench(), `.record${rest}`, 200)).toBe(
      '! .record requires a file name, such as `.record story.yaml`. To end a recording, type `.record stop`',
    );
  });
  it('stop without a recording says how to start one', async () => {
    expect(await outputOf(newBench(), '.record stop')).toBe(
      '! nothing is being recorded. To start, type `.record story.yaml`',
    );
  });
});

describe('words of other shells', () => {
  it.each(['help', 'help()', '?', ' help; '])('%s shows the help', async (source) => {
    const bench = newBench();
    expect(bench.completeness(source).status).toBe('complete');
    expect(await outputOf(bench, source)).toBe(await outputOf(bench, '.help'));
  });
  it.each(['exit', 'quit', 'exit()', 'quit();'])('%s exits', async (source) => {
    const bench = newBench();
    expect(await outputOf(bench, source)).toBe('');
    expect(bench.log.events.some(({ kind }) => kind === 'leave')).toBe(true);
  });
  it.each([
    ['1+1?', '1+1'],
    ['(await platform.queues.list())?', '(await platform.queues.list())'],
    ['platform.queues.list()??', 'platform.queues.list()'],
    ["'what'?", "'what'"],
    ['Out[3]?', 'Out[3]'],
    ['Out[3]??', 'Out[3]'],
    ['help(Out[3])', 'Out[3]'],
    ['help(await platform.queues.list());', 'await platform.queues.list()'],
  ])('%s runs at once, and says how to explain a value', async (source, value) => {
    const bench = newBench();
    expect(bench.completeness(source).status).toBe('complete');
    expect(await outputOf(bench, source)).toBe(`! To see help on a value, type \`x = ${value}\`, then \`x?\``);
    expect(await outputOf(bench, '40 + 2')).toBe('42');
  });
  it.each(['1 > 0 ?', "const live = f('a')?", '`is it?', 'f(1?', 'x ??'])('%s continues on the next line', (source) =>
    expect(newBench().completeness(source).status).toBe('incomplete'),
  );
  it('leaves a ? in a comment alone', async () => {
    expect(await outputOf(newBench(), '41 + 1 // why?')).toBe('42');
  });
  it.each([
    ['patchbay help platform.queues', 'To see help, type `.help platform.queues`'],
    ['?platform', 'To see help on a name, type `platform?`'],
    ['%time 1', 'To time code, type `.time 1`'],
    ['%%timeit\nf()', 'To time code, type `.time f()`'],
    ['%pip install left-pad', 'To install a package, run `npm install NAME` in a terminal'],
    ['%cd lessons', "To change the folder, type `process.chdir('lessons')`"],
    ['%pwd', 'To show the folder, type `process.cwd()`'],
    ['%run setup.ts', 'To run a file, type `.load setup.ts`'],
    ['%env HOME', 'Environment variables are fields of `process.env`'],
    ['%%html\n<b>hi</b>', 'In a notebook, type `display.html(source)`'],
    ['%%bash\nls -l', shellCommand('ls -l')],
    ['!ls', notRun('ls')],
    ['files = !ls', shellCommand('ls', 'files = ')],
    ['const files = !ls -l *.ts', shellCommand('ls -l *.ts', 'const files = ')],
    ['help(platform.queues)', 'To see help on a name, type `platform.queues?`'],
    ['help( nums );', 'To see help on a name, type `nums?`'],
    ["help('queues')", 'To see help on a name, type `.help queues`'],
    ['!npm install x', notRun('npm install x')],
    ['%matplotlib inline', 'There is no command for that here: nothing draws plots'],
    ['!!', '`!!` does not repeat an input. To edit an earlier input, press Up'],
  ])('%s names the equivalent here', async (source, says) => {
    const bench = newBench();
    expect(bench.completeness(source).status).toBe('complete');
    expect(await outputOf(bench, source)).toBe(`! ${says}`);
  });
  it('negates a variable with !', async () => {
    const bench = newBench();
    await bench.run('const ls = 0, la = 2, done = false');
    expect(await outputOf(bench, 'open = !done')).toBe('true');
    expect(await outputOf(bench, 'open = !ls')).toBe('true');
    expect(await outputOf(bench, 'open = !dnoe')).toContain('dnoe is not defined');
    expect(await outputOf(bench, '!ls')).toBe('true');
    expect(await outputOf(bench, '!ls - la')).toBe('-1');
    expect(await outputOf(bench, '!await 0')).toBe('true');
  });
  it('platform?? shows the same help as platform?', async () => {
    const bench = newBench();
    expect(await outputOf(bench, 'platform.queues??')).toBe(await outputOf(bench, 'platform.queues?'));
  });
  it('mean the variables of the user where these exist', async () => {
    const bench = newBench();
    await bench.run("let exit = 'the exit', help = () => 'mine'");
    expect(await outputOf(bench, 'exit')).toBe("'the exit'");
    expect(await outputOf(bench, 'help()')).toBe("'mine'");
    expect(bench.log.events.some(({ kind }) => kind === 'leave')).toBe(false);
  });
});

describe('imports of Python, copied prompts and commands of a terminal', () => {
  it.each([
    ['import os', "To import a module, type `import * as os from 'node:os'`"],
    ['import vitest as v', "To import a module, type `import * as v from 'vitest'`"],
    ['from os import EOL, cpus', "To import a module, type `import { EOL, cpus } from 'node:os'`"],
    ['import json', 'JSON is ready without an import. For help, type `JSON?`'],
    [
      'import json, os',
      "JSON is ready without an import. For help, type `JSON?`. To import a module, type `import * as os from 'node:os'`",
    ],
    ['from platform import queues', 'platform is ready without an import. For help, type `platform?`'],
    ['class A(B):\n  pass', 'To define a class, type `class A extends B {}`'],
    ['class A:\n  pass', 'To define a class, type `class A {}`'],
    ['import platform', 'platform is ready without an import. For help, type `platform?`'],
    ['from patchbay import RestClient', 'RestClient is ready without an import. For help, type `RestClient?`'],
    ...['requests', 'numpy as np', 'twilio.rest'].map((name) => [
      `import ${name}`,
      'Packages of Python do not run here. Ready without an import: `platform`, `agent`, `sandbox`, and `fetch` for other requests',
    ]),
    ['from patchbay import Agent', "To import a module, type `import { Agent } from 'patchbay'`"],
    ['def f(x):\n  return x', 'To define a function, type `function f(x) {}`'],
    ['def f(self, *args):\n  return 1', 'To define a function, type `function f() {}`'],
    ['> 1 + 1', 'Without the prompt of the transcript, type `1 + 1`'],
    ['In [12]: 1 + 1', 'Without the prompt of the transcript, type `1 + 1`'],
    ['sandbox › .help', 'Without the prompt of the transcript, type `.help`'],
    ['> const a = 1\nundefined\n> a + 1\n2', 'Without the prompts of the transcript, type:\nconst a = 1\na + 1'],
    ['>>> import os', "To import a module, type `import * as os from 'node:os'`"],
    ['$ patchbay explain a.har', 'Here, commands begin with a dot: type `.explain a.har`'],
    ['$ ls -la', "To list files, type `(await import('node:fs')).readdirSync('.')`"],
    ['$ made-here --all', shellCommand('made-here --all')],
    ['show collections', 'To list what the platform has, type `platform?`'],
    ['use accounts', 'To show where requests go, type `.mode`'],
    ['db.', '`platform` is the client. To list what it has, type `platform?`'],
    ['history', 'To list the inputs, type `.history`'],
    ['wget -q https://example.com/a', "To send a request, type `await fetch('https://example.com/a')`"],
    ['git', '`git` is a command of a terminal. Run it there'],
    ['open https://example.com/a', '`open https://example.com/a` is a command of a terminal. Run it there'],
    ['export DEBUG=1', "To set an environment variable, type `process.env.DEBUG = '1'`"],
  ])('%s names the equivalent here', async (source, says) => {
    const bench = newBench();
    expect(bench.completeness(source).status).toBe('complete');
    expect(await outputOf(bench, source)).toBe(`! ${says}`);
  });
});

describe('a word that a command would ignore', () => {
  const NONE = [
    '.calls',
    '.more',
    '.page',
    '.clear',
    '.sandbox reset',
    '.sandbox inbox',
    '.sandbox callbacks',
    '.sandbox journal',
  ];
  const ONE = [
    '.route +12065550100',
    '.why 1',
    '.curl 1',
    '.story abc',
    '.mode sandbox',
    '.sandbox clock 60',
    '.sandbox run 1',
  ];
  const TWO = ['.mode replay a.yaml', '.jobs stop 1', '.sandbox faults queues.list 500 1000'];
  it.each([...NONE, ...ONE, ...TWO])('is refused after %s', async (source) => {
    const bench = newBench();
    expect(await outputOf(bench, `${source} --nonsense`)).toMatch(/^! `--nonsense` is too much\. Usage: \./);
  });

  it('is refused next to --digits', async () => {
    expect(await outputOf(newBench(), '.sandbox ring +12065550100 --digits=1 2')).toBe(
      '! 2 is not part of --digits. For several prompts, repeat it: --digits 1 --digits 2',
    );
  });

  it.each([
    ['.last -1', '-1 is not the number of a request. 1 is the last request'],
    ['.time -1', '.time runs code 1 to 100,000 times'],
    ['.time 1.5 1 + 1', '.time runs code 1 to 100,000 times'],
    ['.time 3', '.time 3 has no code. Type it as in .time 3 CODE'],
    [
      '.save x.txt',
      'cannot save x.txt: use a file name that ends in .ts, .js, .md or .ipynb, or for a recording in .yaml, .yml or .ndjson',
    ],
  ])('%s names what fits', async (source, says) => {
    const bench = newBench();
    await bench.run('1 + 1');
    expect(await outputOf(bench, source)).toBe(`! ${says}`);
  });
});

it.each([
  ['$ + 1', 'code'],
  ['$ in {};', 'code'],
  ['$ ls', 'foreign'],
  ['await 1 // x &', 'code'],
  ['1 /* & */', 'code'],
  ["'a &'", 'code'],
  ['await 1 // x\n&', 'job'],
  ['await 1 &', 'job'],
])('%j is %s', (source, kind) => expect(parseInput(source).kind).toBe(kind));

it('lists skills by name', async () => {
  const text = await outputOf(newBench(), '.skills', 300);
  const names = text.split('\n').flatMap((line) => /^ *(\w+) {2,}/.exec(line)?.[1] ?? []);
  expect(names.length).toBeGreaterThan(10);
  expect(names).toEqual(names.toSorted());
});

it('lists skills with the keys that they need', async () => {
  expect((await outputOf(newBench(), '.skills', 100)).replace(/\s+/g, ' ')).toContain(
    'Reports the current weather of any place. Needs WEATHER_API_KEY.',
  );
});

describe('a narrow screen', () => {
  const widest = (text: string) => Math.max(...text.split('\n').map(({ length }) => length));
  it.each([
    ...['.help', '.sandbox', '.sandbox faults', '.sandbox journal', '.jobs', '.mode', '.time 1', '.record', '.last'],
    ...['.skills', ...commands.map(({ name }) => `.help ${name}`)],
  ])('%s wraps between words', async (source) => {
    const bench = newBench();
    for (const columns of [40, 80]) {
      const text = await outputOf(bench, source, columns);
      if (!text.startsWith('!')) expect(widest(text), text).toBeLessThan(columns);
    }
  });
  it('wraps the namespaces of the client between words', async () => {
    const text = await outputOf(newBench(), 'platform', 60);
    expect(widest(text)).toBeLessThan(60);
    expect(text).toMatch(/ number_groups,/);
  });
});

describe('help', () => {
  it.each([...walkRows(operations)].map(([name]) => name))('explains %s', async (name) => {
    const text = await outputOf(shared, `platform.${name}?`, 60);
    expect(text).toContain(`platform.${name}(`);
    expect(text).toContain('Example');
    expect(text.split('\n').filter((line) => line.length > 120)).toEqual([]);
  });
  const shared = createBench();
  afterAll(() => shared.close());

  it('lists the parameters of an operation with alternatives and values', async () => {
    const text = await outputOf(shared, 'platform.calling.play?');
    expect(text).toContain('play');
    expect(text).toContain("type: 'tts'");
    expect(text).toContain('POST /api/calling/calls');
    expect(await outputOf(shared, '.help queues.create')).toContain('platform.queues.create(');
  });

  it('lists the operations of a namespace and the members of an object', async () => {
    expect(await outputOf(shared, 'platform.queues?')).toContain('get_next_member(queue_id)');
    expect(await outputOf(shared, 'sandbox?')).toContain('snapshot()');
    expect(await outputOf(shared, 'agent?')).toContain('add_skill(name, { … })');
  });

  it('runs no code of the user', async () => {
    const bench = newBench();
    await bench.run('var ran = 0; var odd = { get trap() { ran++; return 1 } }');
    await outputOf(bench, 'odd?');
    expect(await outputOf(bench, 'ran')).toBe('0');
  });

  it('explains preloaded objects, skills by name and functions', async () => {
    expect(await outputOf(shared, 'registry?')).toMatch(/get_skill_class\(name\)[\s\S]*web_search {2}/);
    expect(await outputOf(shared, 'agent.call_tool?')).toContain('agent.call_tool(name, { … })');
    for (const query of ['datetime?', 'registry.datetime?', '.help datetime', '.skills datetime'])
      expect(await outputOf(shared, query)).toContain('get_current_time');
    const bench = newBench();
    await bench.run('const twice = (n: number, times = 2) => n * times; const later = Promise.resolve(1)');
    expect(await outputOf(bench, 'twice?')).toContain('twice(n, times = 2)');
    expect(await outputOf(bench, 'later?')).toContain('await later');
  });

  it('says what to do next about an unknown name without a similar one', async () => {
    expect(await outputOf(shared, 'zzqqxx?')).toBe(
      '! unknown name zzqqxx. To list the names, press Tab at an empty prompt.',
    );
    expect(await outputOf(shared, 'platform.zzqqxx.y?')).toBe(
      '! unknown name platform.zzqqxx.y. To list the members, type platform?',
    );
    expect(await outputOf(shared, 'platform.queues.zzqqxx?')).toContain('type platform.queues?');
    expect(await outputOf(shared, 'platform.queus.list?')).toContain('Did you mean platform.queues?');
    expect(await outputOf(shared, "agent.call_tool('x')")).toBe(
      `! this agent has no tool "x". It has no tools yet. Load a skill, such as add_skill('datetime')`,
    );
    expect(await outputOf(shared, "sandbox.clock.advance('x')")).toContain('must be a number from 0, such as 60');
  });

  it('lists the values of a field that is a choice or a list of choices once', async () => {
    const text = (await outputOf(shared, 'platform.calling.dial?')).replace(/\s+/g, ' ');
    expect(text).toMatch(/codecs one or a list of OPUS, .* H264 or another/);
    expect(text.match(/G722/g)).toHaveLength(1);
    expect(text).toMatch(/status_events list of created, /);
  });

  it('suggests a similar name for an unknown one', async () => {
    expect(await outputOf(shared, 'datetme?')).toContain('Did you mean datetime?');
    expect(await outputOf(shared, 'qeues?')).toContain('Did you mean queues?');
    expect(await outputOf(shared, '.help .rute')).toContain('Did you mean .route?');
    expect(await outputOf(shared, 'platform.queus?')).toBe(
      '! unknown name platform.queus. Did you mean platform.queues?',
    );
    expect(await outputOf(shared, 'sandbx?')).toContain('Did you mean sandbox?');
    expect(await outputOf(shared, '.skils')).toContain('Did you mean .skills?');
  });
});

it('shows invalid input as a message without an error name', async () => {
  const bench = newBench();
  for (const source of [
    '.hepl',
    '.help nonsense',
    'nonsense?',
    '.sandbox ring 1',
    '.sandbox faults x y',
    '.curl',
    '.jobs stop 9',
    '.mode live',
  ]) {
    const outcome = await bench.run(source);
    expect([source, outcome.ok ? '' : showError(outcome.error)]).toEqual([
      source,
      expect.not.stringMatching(/^\w*Error/),
    ]);
  }
});

describe('the command .last', () => {
  it('.last shows the last request and its response without credentials', async () => {
    const bench = newBench();
    expect(await outputOf(bench, '.last')).toBe('! there are no requests yet');
    await bench.run("await platform.queues.create({ name: 'vip' })");
    await bench.run('await platform.queues.list()');
    const text = await outputOf(bench, '.last 2');
    expect(text).toContain('POST https://sandbox.invalid/api/relay/rest/queues');
    expect(text).toContain('"name": "vip"');
    expect(text).toContain('"friendly_name": "vip"');
    const token = (bench.globals.sandbox as { credentials: { token: string } }).credentials.token;
    for (const command of ['.last', '.last 2', '.curl']) expect(await outputOf(bench, command)).not.toContain(token);
  });

  it('.last and .curl skip the requests that commands send themselves', async () => {
    const bench = newBench();
    await bench.run('await platform.queues.list()');
    await bench.run('.route +12065550100');
    expect(bench.log.events.at(-2)).toMatchObject({ kind: 'http' });
    expect(await outputOf(bench, '.last')).toContain('/api/relay/rest/queues');
    expect(await outputOf(bench, '.curl')).toContain('/api/relay/rest/queues');
    const { items } = await bench.complete('.curl ', 6);
    expect(items).toHaveLength(1);
    await bench.run('.time await platform.addresses.list()');
    expect(await outputOf(bench, '.curl')).toContain('/addresses');
  });

  it.each(['x', 'al', '-all', '--al', 'lst', '1x'])('.last %s writes no file', async (word) => {
    const bench = newBench();
    await bench.run('await platform.queues.list()');
    expect(await outputOf(bench, `.last ${word}`)).toMatch(/^! .*(?:Did you mean --all|To write a file)/);
    expect(existsSync(word)).toBe(false);
  });

  it('.last --all shows the last result in full or writes it to a file', async () => {
    const bench = newBench();
    expect(await outputOf(bench, '.last --all')).toBe('! there are no results yet');
    await bench.run('Array.from({ length: 200 }, (_, at) => at)');
    expect(await outputOf(bench, '.help')).toContain('.last');
    await bench.run('_.length');
    await bench.run('_ === 200 && Array.from({ length: 200 }, (_, at) => at)');
    expect(await outputOf(bench, '.last --all')).toContain('199');
    expect(await outputOf(bench, '.last --all')).toContain('199');
    const file = join(folder, 'whole.json');
    await outputOf(bench, `.last --all ${file}`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(200);
    expect(await outputOf(bench, `.last --all ${file}`)).toContain('already exists');
  });

  it('dot commands do not change the last result', async () => {
    const bench = newBench();
    await bench.run('({ answer: 42 })');
    await bench.run('await platform.queues.list(); undefined');
    for (const command of ['.help', '.last', `.last --all ${file('first.json')}`]) await outputOf(bench, command);
    await outputOf(bench, `.last --all ${file('again.txt')}`);
    expect(readFileSync(file('again.txt'), 'utf8')).toBe('{ answer: 42 }\n');
    expect(JSON.parse(readFileSync(file('first.json'), 'utf8'))).toEqual({ answer: 42 });
  });

  it('.last truncates a long response on the screen and writes all of it to a file', async () => {
    const long = Array.from({ length: 40_000 }, (_, index) => `word ${index}`).join(' ');
    const server = await receiver(() => ({ body: JSON.stringify({ long, token: 'Sesame-open-7' }) }));
    const bench = newBench();
    await bench.run(`await fetch('${server.url}/long'); const token = 'Sesame-open-7'`);
    await bench.run(
      `await new RestClient({ project: 'p', token: 'tttt', host: '${server.url}' }).queues.list().catch(() => 'no page')`,
    );
    const text = await outputOf(bench, '.last');
    expect(text).toMatch(/… [\d,]+ more characters\. Write all to a file: \.last 1 FILE/);
    expect(text.length).toBeLessThan(30_000);
    expect(await outputOf(bench, `.last ${file('exchange.json')}`)).toContain('were written to');
    expect(JSON.parse(readFileSync(file('exchange.json'), 'utf8'))).toMatchObject({
      request: { method: 'GET', url: expect.stringContaining('/api/relay/rest/queues') },
      response: { status: 200, body: { long, token: '[cut]' } },
    });
    await outputOf(bench, `.last 1 ${file('exchange.txt')}`);
    expect(readFileSync(file('exchange.txt'), 'utf8')).toContain('word 39999');
    await server.close();
  });

  it('.last --all requires a file for a very long result', async () => {
    const bench = newBench();
    await bench.run("'x'.repeat(2_000_000)");
    expect(await outputOf(bench, '.last --all')).toBe(
      '! the last result is too long for the screen: 1 lines, 2,000,000 characters. Write it to a file: .last --all FILE',
    );
    await bench.run('Array.from({ length: 6000 }, (_, id) => ({ id: String(id) }))');
    expect(await outputOf(bench, '.last --all')).toContain('6,002 lines');
  });
});

describe('the commands .history, .curl, .dry and .sandbox', () => {
  it('.history shows the newest inputs last', async () => {
    const bench = newBench();
    for (let index = 1; index <= 60; index += 1) await bench.run(`'input ' + ${index}`);
    const lines = (await outputOf(bench, '.history')).split('\n');
    expect(lines[0]).toBe('20 older inputs: .history TEXT finds them.');
    expect(lines.at(-1)).toMatch(/^ {2}60 +'input ' \+ 60$/);
    expect(await outputOf(bench, '.history + 7')).toContain("'input ' + 7");
  });

  it('.curl quotes the request so that a shell reads the same bytes', async () => {
    const bench = newBench();
    const name = `it's "$HOME" \`x\` \\ & newline\\n`;
    await bench.run(`await platform.queues.create({ name: ${JSON.stringify(name)} })`);
    const text = await outputOf(bench, '.curl', 400);
    const words = execFileSync('sh', ['-c', `curl() { for word; do printf '%s\\0' "$word"; done; }; ${text}`], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, PLATFORM_PROJECT_ID: 'p', PLATFORM_API_TOKEN: 't' },
    }).split('\0');
    expect(words).toContain(JSON.stringify({ name }));
    expect(words).toContain('p:t');
  });

  it('.history lists and searches the inputs', async () => {
    const bench = newBench();
    await bench.run('1 + 1');
    await bench.run('"needle"');
    expect(await outputOf(bench, '.history')).toContain('1 + 1');
    const found = await outputOf(bench, '.history needle');
    expect(found).toContain('"needle"');
    expect(found).not.toContain('1 + 1');
  });

  it('.vars lists the variables with type and size, and runs no code of them', async () => {
    const bench = newBench();
    expect(await outputOf(bench, '.vars')).toMatch(/^There are no variables yet\./);
    await bench.run(`const list = [1, 2, 3], text = 'a b', big = Buffer.alloc(5_000_000), map = new Map([[1, 2]]), none = null;
      const { proxy } = { proxy: new Proxy({}, { ownKeys() { throw new Error('trap') } }) };
      const sly = { get secret() { throw new Error('getter') } };
      class Line { a = 1 } const line = new Line(); const later = Promise.resolve(1); function twice() {}`);
    const rows = new Map(
      (await outputOf(bench, '.vars')).split('\n').map((line) => line.trim().split(/ {2,}/) as [string, string]),
    );
    expect(Object.fromEntries(rows)).toEqual({
      list: 'list, 3 items',
      text: "string, 3 characters · 'a b'",
      big: 'Buffer, 5,000,000 bytes',
      map: 'Map, 1 item',
      none: 'null',
      proxy: 'proxy',
      sly: 'object, 1 field',
      Line: 'class',
      line: 'Line',
      later: 'promise',
      twice: 'function',
    });
    expect(await outputOf(bench, '.vars LI')).not.toContain('text');
    expect(await outputOf(bench, '.vars queue')).toBe('No variable has queue in its name. 11 variables: .vars');
  });

  it('help and completion of a buffer or a long list do not read its items', async () => {
    const bench = newBench();
    await bench.run('const bytes = Buffer.alloc(100_000_000), items = new Array(5_000_000).fill(0)');
    expect(await outputOf(bench, 'bytes?')).toContain('A Buffer: 100,000,000 bytes.');
    expect(await outputOf(bench, 'items?')).toContain('A list: 5,000,000 items.');
    const offered = async (code: string) => (await bench.complete(code, code.length)).items.map(({ text }) => text);
    expect(await offered('bytes.subar')).toContain('subarray');
    expect(await offered('items.fla')).toContain('flat');
  });

  it('.sandbox journal has one line for each request at 80 columns', async () => {
    const bench = newBench();
    await bench.run('await platform.queues.list()');
    await bench.run('for await (const _ of platform.fabric.subscribers.list());');
    expect((await outputOf(bench, '.sandbox journal', 80)).split('\n')).toEqual([
      expect.stringMatching(/^ {2}\S+ \S+ \S+ {2}200 queues\.list$/),
      expect.stringMatching(/^ {2}\S+ \S+ \S+ {2}200 fabric\.subscribers\.list$/),
    ]);
  });

  it('.dry of an operation without arguments shows the call', async () => {
    const bench = newBench();
    expect(await outputOf(bench, '.dry platform.queues.list')).toBe(
      '! .dry requires a call: `.dry platform.queues.list({…})`',
    );
    expect(await outputOf(bench, '.dry platform.queues.get')).toContain('`.dry platform.queues.get(queue_id)`');
    expect(await outputOf(bench, '.dry platform.queues')).toContain('`.dry platform.queues.list(');
    expect(await outputOf(bench, '.dry platform.queues.list()')).toContain('/api/relay/rest/queues');
  });

  it('.sandbox formats times like results', async () => {
    const bench = newBench();
    await bench.run('await platform.queues.list()');
    for (const action of ['', ' clock', ' journal']) {
      const text = await outputOf(bench, `.sandbox${action}`);
      expect(text).toMatch(/2025-06-02 \d\d:\d\d:\d\d \S+/);
      expect(text).not.toMatch(/\dT\d/);
    }
  });
});

describe('the command .why', () => {
  it('explains the problems of a later call, not an older error', async () => {
    const bench = newBench();
    await bench.run("await platform.queues.get('nope')");
    expect(await outputOf(bench, '.why')).toMatch(/^queues\.get/);
    await bench.run('1 + 1');
    expect(await outputOf(bench, '.why')).toMatch(/^Input 1: await platform\.queues\.get\('nope'\)\n/);
    for (const line of [
      "const steps = { version: '1.0.0', sections: { main: [{ play: 'Hello' }] } }",
      "const { swml_script } = await platform.fabric.swml_scripts.create({ name: 'x', contents: steps })",
      'const [number] = (await platform.phone_numbers.list()).data',
      'await platform.phone_numbers.set_swml_webhook(number.id, swml_script.request_url)',
      'await sandbox.ring(number.number)',
    ])
      expect([line, await bench.run(line)]).toMatchObject([line, { ok: true }]);
    const text = await outputOf(bench, '.why');
    expect(text).toMatch(/^The call had problems\n +main\[0\]: Hello must start with say:/);
    expect(text).not.toContain('nope');
  });

  it('.why repeats all advice shown under the error', async () => {
    const bench = newBench();
    const outcome = await bench.run(
      "await platform.calling.play('c', { play: [{ type: 'tt', params: { text: 'x' } }] })",
    );
    const advice = outcome.ok ? [] : bench.adviceOn(outcome.error);
    expect(advice.length).toBeGreaterThan(1);
    const text = await outputOf(bench, '.why', 200);
    for (const line of advice) expect(text).toContain(`→ ${line}`);
  });

  it.each(['503', 'timeout'])('.why names a configured fault: %s', async (fault) => {
    const bench = newBench();
    await bench.run(`.sandbox faults queues.list ${fault}`);
    await bench.run('await platform.with({ retries: 0, timeout_ms: 5 }).queues.list()');
    expect(await outputOf(bench, '.why')).toContain('because of a configured fault');
    expect(await outputOf(bench, '.why 1')).toContain('a fault that was added to the sandbox');
    await bench.run('.sandbox faults clear');
    await bench.run("await platform.queues.get('nobody')");
    expect(await outputOf(bench, '.why')).toContain('Nothing with this id exists');
  });

  it('.why N explains a request with the requests before it', async () => {
    const bench = newBench();
    await bench.run("const queue = await platform.queues.create({ name: 'night' })");
    await bench.run('await platform.queues.delete(queue.id)');
    await bench.run('await platform.queues.get(queue.id)');
    const text = await outputOf(bench, '.why 1', 200);
    expect(text).toMatch(/^1 request, 1 failed\.\n\n3 {2}queues\.get → 404\n/);
    expect(text).toMatch(/queue_id [\w-]{36} was deleted by exchange 2\n/);
    expect(text).toContain('await platform.queues.list()');
    expect(text).toContain('This session has 3 exchanges. Exchange 1 is the oldest.');
    expect(await outputOf(bench, '.why 3')).toContain('Nothing failed, and no known trap matches.');
    expect(await outputOf(bench, '.why')).toMatch(/A known trap[\s\S]*was deleted by exchange 2/);
    expect(await outputOf(bench, '.why 9')).toBe('! there are only 3 requests');
  });

  it('.why names suspicious requests when there are no errors', async () => {
    const bench = newBench();
    await bench.run("await platform.queues.create({ name: 'night', max_sise: 5 })");
    const text = await outputOf(bench, '.why', 200);
    expect(text).toMatch(/^There are no errors yet\.\n\nThese requests look suspicious:/);
    // The sandbox has a queue with the name now.
    expect(text).toContain("await platform.queues.create({ name: 'night-2', max_size: 5 })");
  });

  it('.why explains the last error and suggests a valid call', async () => {
    const bench = newBench();
    expect(await outputOf(bench, '.why')).toBe('There are no errors yet.');
    await bench.run("await platform.queues.get('nobody')");
    expect(await outputOf(bench, '.why')).toContain('platform.queues.list()');
    await bench.run(
      "await platform.with({ check: false }).phone_numbers.search({ areacode: '206', starts_with: '1' })",
    );
    expect(await outputOf(bench, '.why')).toContain('The platform rejected the request');
  });
});

describe('commands that change nothing on the platform', () => {
  it('.dry shows the request of a call without sending it', async () => {
    const bench = newBench();
    const text = await outputOf(bench, ".dry await platform.queues.create({ name: 'x' })");
    expect(text).toContain('POST');
    expect(bench.log.events.some(({ kind }) => kind === 'http')).toBe(false);
    expect(await outputOf(bench, '.dry 1 + 1')).toContain('requires a call of the platform');
  });

  it('.route shows what happens when a number rings', async () => {
    const bench = newBench();
    expect(await outputOf(bench, '.route +12065550100')).toContain('the platform fetches and runs a SWML document');
    expect(await outputOf(bench, '.route +12125550142')).toContain('No call handler is set');
    expect(await outputOf(bench, '.route +19995550000')).toContain('is not a number of this project');
    expect(await outputOf(bench, '.route nonsense')).toContain('.route requires a number');
  });

  it('.sandbox shows and controls the sandbox', async () => {
    const bench = newBench();
    expect(await outputOf(bench, '.sandbox')).toContain('+12065550100');
    expect(await outputOf(bench, '.sandbox ring +12065550101')).toMatch(/says "Thank you\. Goodbye\."/);
    expect(await outputOf(bench, '.sandbox clock +60')).toContain('2025-06-0');
    expect(await outputOf(bench, 'datetime?')).not.toContain('pytz');
    await outputOf(bench, '.sandbox faults queues.list 503');
    expect(await outputOf(bench, 'await platform.with({ retries: 0 }).queues.list()')).toContain('503');
    await outputOf(bench, '.sandbox faults clear');
    expect(await outputOf(bench, '.sandbox journal')).toContain('queues.list');
    expect(await outputOf(bench, '.sandbox nothing')).toContain('unknown action "nothing"');
  });
});

describe('the command .save', () => {
  it.each(['.ts', '.ipynb', '.md'])('a saved %s gives the same values when it is loaded', async (extension) => {
    const bench = newBench();
    await bench.run('const size = 3');
    await bench.run('const size = 4');
    await bench.run('throw new Error("left out")');
    await bench.run('var area = size * size');
    const name = file(`story${extension}`);
    expect(await outputOf(bench, `.save ${name}`)).toContain('Saved 3 inputs');
    const other = newBench();
    await outputOf(other, `.load ${name}`);
    expect(await outputOf(other, 'area')).toBe('16');
    expect(await outputOf(bench, `.save ${name}`)).toContain('already exists');
  });

  it.each(['.ts', '.ipynb', '.md'])('a saved %s runs for any inputs', async (extension) => {
    const bench = newBench();
    const more = [
      'new Promise((done) => setTimeout(done, 5, 7)) &',
      'platform.queues?',
      '_',
      '[1, 2, 3]',
      '_.length',
      'null.boom',
      '_err.message',
      'const why = _err.message',
      'why.length',
      '.dry platform.queues.list()',
      '_.method',
      'const fenced = `a\n```\n// %% 3\nb`',
      '// only a comment',
      'fenced.length // and one at the end',
    ];
    for (const source of [...corpus.map((entry) => entry.source), ...more]) await bench.run(source);
    const name = file(`all${extension}`);
    expect(await outputOf(bench, `.save ${name}`, 400)).toMatch(
      /^Saved \d+ inputs to .* Saved as comments, because they use other values: \d+\.$/,
    );
    const text = readFileSync(name, 'utf8');
    for (const missing of ['the last error', 'the last value', 'why'])
      expect(text).toContain(`Not included, because it uses ${missing}:`);
    const other = newBench();
    expect(await other.run(`.load ${name}`)).toMatchObject({ ok: true });
    expect(await outputOf(other, 'fenced.length')).toBe(await outputOf(bench, 'fenced.length'));
    expect(await outputOf(other, 'b * 2')).toBe(await outputOf(bench, 'b * 2'));
  });

  it.each(['.ts', '.ipynb', '.md'])('a saved %s awaits each job before the next input', async (extension) => {
    const bench = newBench();
    const over = (id: number) =>
      new Promise<void>((resolve) =>
        bench.log.follow((event) => event.kind === 'notice' && event.text.startsWith(`[${id}]`) && resolve()),
      );
    const done = over(1);
    await bench.run('const slow = await new Promise(r => setTimeout(() => r(42), 5)) &');
    await done;
    await bench.run('var twice = slow * 2');
    const failed = over(2);
    await bench.run('var never = await Promise.reject(new Error("no")) &');
    await failed;
    await bench.run('await new Promise(() => {}) &');
    const name = file(`jobs${extension}`);
    expect(await outputOf(bench, `.save ${name}`, 400)).toMatch(/^Saved 2 inputs .* use other values: 1\./);
    expect(readFileSync(name, 'utf8')).toContain('Not included, because it uses the end of this job');
    const other = newBench();
    expect(await outputOf(other, `.load ${name}`)).not.toContain('\n\n');
    expect(await outputOf(other, 'twice')).toBe('84');
  });

  it('does not confuse a parameter named _ with the last value', async () => {
    const bench = newBench();
    await bench.run('boom');
    await bench.run('const big = Array.from({ length: 3 }, (_, i) => i)');
    await bench.run('const typed = big.map((_: number, i: number): number => i)');
    expect(await outputOf(bench, `.save ${file('own.ts')}`, 400)).toMatch(/^Saved 2 inputs to .*own\.ts\.$/);
  });

  it('.save redacts secrets and phone numbers of people', async () => {
    const bench = newBench();
    process.env.PLATFORM_API_TOKEN = 'PT-very-secret-token';
    await bench.run("var token = 'PT-very-secret-token'; var phone = '+15038675309'");
    await outputOf(bench, `.save ${file('secret.ts')}`);
    delete process.env.PLATFORM_API_TOKEN;
    const text = readFileSync(file('secret.ts'), 'utf8');
    expect(text).not.toContain('very-secret');
    expect(text).not.toContain('8675309');
  });
});

describe('the command .load', () => {
  it('.load awaits the background jobs of a file', async () => {
    const bench = newBench();
    const name = file('by-hand.md');
    const block = (code: string) => `\`\`\`ts\n${code}\n\`\`\`\n`;
    writeFileSync(name, block('const slow = await new Promise(r => setTimeout(() => r(42), 5)) &') + block('slow + 1'));
    expect(await outputOf(bench, `.load ${name}`)).toBe('43');
    expect(bench.jobs.list).toEqual([]);
  });

  it('.load finds the fences of Markdown as CommonMark does', async () => {
    const bench = newBench();
    const name = file('fences.md');
    const lines = [
      '   ```ts',
      '   seen.push("indented",',
      '       3)',
      '   ```',
      '~~~js title="a `quoted` word"',
      'seen.push("tildes") /*',
      '```',
      '*/',
      '  ~~~~',
      '``` TypeScript',
      'seen.push("space")',
      '```',
      '    ```ts',
      '    seen.push("an indented block is text")',
      '    ```',
      '````md',
      '```ts',
      'seen.push("an example in a fence")',
      '```',
      '````',
      '```tsx```',
      '```json',
      '{}',
      '```',
      '```ts',
      'seen.push("open at the end"); seen.join()',
    ];
    writeFileSync(name, lines.join('\r\n'));
    await bench.run('var seen = []');
    expect(await outputOf(bench, `.load ${name}`)).toBe('indented,3,tildes,space,open at the end');
  });

  it('reports invalid files', async () => {
    const bench = newBench();
    writeFileSync(file('broken.ipynb'), '{');
    expect(await outputOf(bench, `.load ${file('broken.ipynb')}`)).toContain('is not a valid notebook');
    expect(await outputOf(bench, `.load ${file('none.ts')}`)).toContain('there is no file');
    const recording = file('case.yaml');
    writeFileSync(recording, 'requests: []');
    expect(await outputOf(bench, `.load ${recording}`, 300)).toBe(
      `! ${recording} is not code. If it is a recording, replay it: patchbay --replay ${recording}`,
    );
    writeFileSync(file('empty.ts'), '\n');
    expect(await outputOf(bench, `.load ${file('empty.ts')}`)).toContain('contains no code');
    expect(await outputOf(bench, `.save ${file('story.doc')}`)).toContain('there is no input to save');
  });
});

describe('.time with a number of runs', () => {
  it('runs the code so many times and shows statistics', async () => {
    const bench = createBench();
    await bench.run('let timed = 0');
    const shown = await bench.run('.time 50 timed += 1');
    const text = String(shown.ok && shown.value);
    expect(text).toMatch(/runs +50\n/);
    const [fastest = 0, median = 0, mean = 0, most = 0, slowest = 0] = [...text.matchAll(/([\d.]+) ms/g)].map(
      ([, ms]) => Number(ms),
    );
    expect([fastest <= median, median <= most, most <= slowest, mean >= fastest, mean <= slowest]).not.toContain(false);
    expect(await bench.run('timed')).toEqual({ ok: true, value: 50 });
    await bench.close();
  });

  it('ends with Ctrl-C', async () => {
    const bench = createBench();
    const running = bench.run('.time 100000 await null');
    setImmediate(() => bench.interrupt());
    expect(await running).toMatchObject({ ok: false });
    await bench.close();
  });

  it('takes a number before an operator as code', async () => {
    const bench = createBench();
    expect(await bench.run('.time 3 - 1')).toEqual({ ok: true, value: 2 });
    await bench.close();
  });

  it('ends with the first error, and refuses too many runs', async () => {
    const bench = createBench();
    await bench.run('let tried = 0');
    const failed = await bench.run('.time 9 if (++tried === 3) throw new Error("third")');
    expect(failed).toMatchObject({ ok: false, error: { message: 'third' } });
    expect(await bench.run('tried')).toEqual({ ok: true, value: 3 });
    for (const count of ['0', '1000000'])
      expect(await bench.run(`.time ${count} void 0`)).toMatchObject({
        ok: false,
        error: { message: '.time runs code 1 to 100,000 times' },
      });
    await bench.close();
  });
});

describe('.time', () => {
  it('shows the value and the duration', async () => {
    const bench = newBench();
    expect(await outputOf(bench, '.time 1 + 1')).toBe('2');
    expect(bench.log.events).toContainEqual({ kind: 'notice', text: expect.stringMatching(/^\d+\.\d ms$/) });
    expect(await outputOf(bench, '.time void 0')).toMatch(/^\d+\.\d ms$/);
  });
});

it('help on a getter does not run it', async () => {
  const bench = newBench();
  await bench.run('var ran = 0; var o = { get boom() { ran += 1; return 1 } }');
  expect(await outputOf(bench, 'o.boom?')).toContain('A getter. Help does not run it.');
  expect(await outputOf(bench, 'ran')).toBe('0');
});

describe('jobs', () => {
  it('run in the background, can be listed and stopped, and survive Ctrl-C', async () => {
    const bench = newBench();
    await bench.run('var free; var gate = new Promise((open) => { free = open })');
    expect(await outputOf(bench, 'await gate.then(() => 42) &')).toContain('[1] runs in the background');
    expect(await outputOf(bench, '.jobs')).toContain('[1] running');
    const waiting = bench.run('await new Promise(() => {})');
    await new Promise(setImmediate);
    bench.interrupt();
    expect(await waiting).toMatchObject({ ok: false, error: { name: 'Interrupted' } });
    expect(await outputOf(bench, '.why')).toContain('Ctrl-C stopped the input.');
    expect(await outputOf(bench, '.jobs')).toContain('[1] running');
    const notice = new Promise<string>((resolve) =>
      bench.log.follow((event) => event.kind === 'notice' && resolve(event.text)),
    );
    await bench.run('free()');
    expect(await notice).toContain('[1] done');
    expect(await outputOf(bench, '_')).toContain('42');
    await outputOf(bench, 'await new Promise(() => {}) &');
    await outputOf(bench, '.jobs stop 2');
    await new Promise(setImmediate);
    expect(await outputOf(bench, '.jobs')).toContain('[2] stopped');
    expect(await outputOf(bench, '.jobs stop 2')).toBe('[2] has already ended: stopped');
    expect(await outputOf(bench, '.jobs stop 1')).toBe('[1] has already ended: done');
  });

  it('do not attribute their requests to the running input', async () => {
    const bench = newBench();
    await bench.run('var free; var gate = new Promise((open) => { free = open })');
    await bench.run('await gate.then(() => platform.queues.list()) &');
    const notice = new Promise((resolve) =>
      bench.log.follow((event) => event.kind === 'notice' && resolve(event.text)),
    );
    await bench.run('free()');
    await notice;
    const [request] = bench.log.events.filter(({ kind }) => kind === 'http');
    expect(request).not.toHaveProperty('input');
  });

  it('are listed on one line, truncated when long', async () => {
    const bench = newBench();
    await bench.run(`\n\n  await new Promise(\n    () => {},\n  ).then(${"'x' + ".repeat(50)}1)\n&`);
    expect(bench.jobs.list[0]?.source).toMatch(/^await new Promise\( \(\) => \{\}, \)\.then\('x' .{50,80}…$/);
  });

  it('are not started by && or by a binary &', async () => {
    const bench = newBench();
    expect(await outputOf(bench, '6 & 3')).toBe('2');
    expect(bench.completeness('true &&').status).toBe('incomplete');
  });
});

it('completes the arguments of commands', async () => {
  const bench = newBench();
  const completionsOf = async (line: string) => (await bench.complete(line, line.length)).items.map(({ text }) => text);
  expect(await completionsOf('.mode sa')).toEqual(['sandbox']);
  expect(await completionsOf('.sandbox ri')).toEqual(['ring']);
  expect(await completionsOf('.sandbox ring +1206')).toContain('+12065550100');
  expect(await completionsOf('.skills da')).toContain('datetime');
  writeFileSync(file('story.ts'), '1');
  expect(await completionsOf(`.load ${folder}/sto`)).toContain(file('story.ts'));
  expect(await completionsOf('.time await platform.que')).toContain('queues');
});
