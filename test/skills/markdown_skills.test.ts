import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { fitsPattern } from '../../src/skills/builtin/markdown_skills/name-pattern.js';
import { withCommands } from '../../src/skills/builtin/markdown_skills/shell.js';
import { Agent } from '../../src/skills/index.js';
import { readFrontMatter } from '../../src/util/front-matter.js';
import { seeded } from '../support/random.js';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'markdown-skills-')));
afterAll(() => rmSync(base, { recursive: true }));

function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(base, 'f-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

async function loaded(folder: string, params: Record<string, unknown> = {}, env: Record<string, string> = {}) {
  const agent = new Agent({ env });
  const logs: string[] = [];
  agent.on('log', ({ message }) => logs.push(message.replace('markdown_skills: ', '')));
  const key = await agent.add_skill('markdown_skills', { skills_path: folder, ...params });
  const names = agent.tools.map(({ name }) => name);
  const tell = async (args: Record<string, unknown> = {}, raw: Record<string, unknown> = {}, tool = names[0] ?? '') =>
    (await agent.call_tool(tool, args, raw)).response;
  return { agent, logs, key, names, tell };
}

/** The placeholder, not its value. */
const SKILL_DIR = `\${SKILL_DIR}`;
const file = (front: string, body = 'Body.') => `---\n${front}\n---\n${body}`;
/** The answer of the one skill whose text this is. */
const resultOf = async (text: string, args: Record<string, unknown> = {}, params: Record<string, unknown> = {}) =>
  (await loaded(folderWith({ 'one/SKILL.md': text }), params)).tell(args);

describe('tools', () => {
  it('come from directories with a SKILL.md, in order, with the description of the front matter', async () => {
    const { agent, logs } = await loaded(
      folderWith({
        'b/SKILL.md': file('name: PDF-Forms 2\ndescription: Fills forms.\nargument-hint: [file]'),
        'a/SKILL.md': 'Just text.',
        'c/readme.md': 'No skill.',
        'notes.txt': 'No directory.',
      }),
    );
    expect(agent.tools.map(({ name, description }) => [name, description])).toEqual([
      ['skill_a', 'Returns the instructions of the skill a.'],
      ['skill_pdf_forms_2', 'Fills forms.'],
    ]);
    expect(agent.tools[1]?.parameters).toEqual({
      type: 'object',
      properties: { arguments: { type: 'string', description: '[file]' } },
    });
    expect([agent.hints, logs]).toEqual([['a', 'PDF', 'Forms', '2'], []]);
  });

  it.each([
    [{ include: ['a*'] }, ['skill_ab', 'skill_ac']],
    [{ include: ['a?', 'x[1-3]'], exclude: ['*c'] }, ['skill_ab', 'skill_x2']],
    [{ exclude: ['*'] }, []],
  ])('are selected by %j', async (params, tools) => {
    const folder = folderWith({ 'ab/SKILL.md': 'x', 'ac/SKILL.md': 'x', 'x2/SKILL.md': 'x', 'x9/SKILL.md': 'x' });
    expect((await loaded(folder, params)).names).toEqual(tools);
  });

  it.each([
    ['abc', 'a*c', true],
    ['abc', '*', true],
    ['abc', 'a*b', false],
    ['abc', 'A*', false],
    ['a]', 'a[]]', true],
    ['b', '[!a]', true],
    ['[', '[', true],
    ['', '', true],
    ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', '*a*a*a*a*a*a*a*a*a*a*a*a*c', false],
  ])('matches %j against the pattern %j: %j', (name, pattern, fits) => {
    expect(fitsPattern(name, pattern)).toBe(fits);
  });
});

describe('the names and descriptions of tools', () => {
  it('have other names for each instance, and both instances load', async () => {
    const folder = folderWith({ 'one/SKILL.md': 'x' });
    const { agent, key } = await loaded(folder);
    const more = [
      { tool_prefix: '' },
      { tool_prefix: 'docs_' },
      { tool_name: 'faq' },
      { tool_name: 'x', tool_prefix: 'y' },
    ];
    const keys: string[] = [key];
    for (const params of more) keys.push(await agent.add_skill('markdown_skills', { skills_path: folder, ...params }));
    expect(agent.tools.map(({ name }) => name)).toEqual(['skill_one', 'one', 'docs_one', 'faq_one', 'yone']);
    expect(keys).toEqual(['markdown_skills', '', 'docs_', 'faq', 'x'].map((end) => `markdown_skills_${end}`));
  });

  it('use the name of the directory if the name of the skill has no letters', async () => {
    const front = (name: string) => file(`name: ${name}`);
    const { names } = await loaded(
      folderWith({
        'returns/SKILL.md': front('返品'),
        'shipping/SKILL.md': front('配送'),
        '返品/SKILL.md': 'x',
        '配送/SKILL.md': 'x',
      }),
    );
    expect(names).toEqual(['skill_returns', 'skill_shipping', 'skill_u8fd4_u54c1', 'skill_u914d_u9001']);
  });

  it('cause an error if two skills have the same tool name', async () => {
    const folder = folderWith({ 'a-b/SKILL.md': 'x', 'a_b/SKILL.md': 'x' });
    await expect(loaded(folder)).rejects.toThrow(
      'the skills a-b and a_b have the same tool name skill_a_b. Rename one of them',
    );
  });

  it.each([
    ['disable-model-invocation: true', [], []],
    ['disable-model-invocation: yes', [], []],
    ['user-invocable: false', [], ['one']],
    ['user-invocable: maybe', [], ['one']],
    ['disable-model-invocation: maybe', [], []],
    ['disable-model-invocation: true\n: [', [], []],
    ['argument-hint: [a] [b]\ndisable-model-invocation: true', [], []],
  ])('respect %s, unless ignore_invocation_control is set', async (front, tools, sections) => {
    const folder = folderWith({ 'one/SKILL.md': file(front) });
    const { agent, names } = await loaded(folder);
    expect([names, agent.prompt_sections.map(({ title }) => title)]).toEqual([tools, sections]);
    const all = await loaded(folder, { ignore_invocation_control: true });
    expect([all.names, all.agent.prompt_sections.map(({ title }) => title)]).toEqual([['skill_one'], ['one']]);
  });

  it('use the descriptions of the user', async () => {
    const { agent } = await loaded(folderWith({ 'one/SKILL.md': 'x', 'two/SKILL.md': 'x' }), {
      skill_descriptions: { one: 'Mine.', two: 5, constructor: 'x' },
    });
    expect(agent.tools.map(({ description }) => description)).toEqual([
      'Mine.',
      'Returns the instructions of the skill two.',
    ]);
  });
});

describe('set-up', () => {
  it.each([
    [{ skills_path: join(base, 'nowhere') }, 'skills_path: the folder '],
    [{ skills_path: import.meta.filename }, 'skills_path: the folder '],
    [{ tool_prefix: 'a b' }, 'tool_prefix must consist of letters'],
  ])('is rejected with %j', async (params, problem) => {
    const agent = new Agent({ env: {} });
    const logs: string[] = [];
    agent.on('log', ({ message }) => logs.push(message));
    const loading = agent.add_skill('markdown_skills', { skills_path: base, ...params });
    await expect(loading).rejects.toThrow('setup() returned false');
    expect(logs).toEqual([expect.stringContaining(problem)]);
  });

  it.each(['include', 'exclude'])('is rejected if %s contains anything but strings', async (name) => {
    const loading = new Agent({ env: {} }).add_skill('markdown_skills', { skills_path: base, [name]: [5] });
    await expect(loading).rejects.toThrow(`${name}[0] must be a string, got 5`);
  });

  it('accepts an empty folder, a home directory and a relative path', async () => {
    const empty = folderWith({});
    expect((await loaded(empty)).logs).toEqual([`no skills found in ${empty}`]);
    expect((await loaded(`~/${relative(homedir(), empty)}`)).names).toEqual([]);
    expect((await loaded(relative(process.cwd(), folderWith({ 'one/SKILL.md': 'x' })))).names).toEqual(['skill_one']);
  });

  it('warns about keys that are not supported', async () => {
    const { logs } = await loaded(folderWith({ 'one/SKILL.md': file('model: big\nhooks: {}\nname: [1]', '!`date`') }));
    expect(logs).toEqual([
      'one: model is not supported',
      'one: hooks is not supported',
      'one: name must be a string',
      'one: its commands are not run. To run them, set allow_shell_injection',
    ]);
  });
});

describe('front matter', () => {
  it.each([
    ['---\nname: a\n---\nBody\n---\nmore', { name: 'a' }, 'Body\n---\nmore'],
    ['---\nname: a --- b\ntext: |\n  ---\n---\nBody', { name: 'a --- b', text: '---\n' }, 'Body'],
    ['---  \nname: a\n---\t\n\n\nBody', { name: 'a' }, 'Body'],
    ['---\n---\nBody', {}, 'Body'],
    ['Body\n---\nname: a\n---', {}, 'Body\n---\nname: a\n---'],
    ['--- a\nname: a\n---', {}, '--- a\nname: a\n---'],
    ['', {}, ''],
  ])('is read from %j', async (text, data, body) => {
    expect(await readFrontMatter(text)).toEqual({ data, body });
  });

  it.each([
    ['---\nname: a\nno end', 'its front matter has no closing line'],
    [file('a: [1'), 'its front matter cannot be read'],
    [file('- a\n- b'), 'it must be a list of keys and values'],
    [file('just words'), 'it must be a list of keys and values'],
    [file('a: 1\nb: 1\na: 2'), 'must be unique in line 4'],
    [file(`a: ${'['.repeat(5000)}`), 'more than 20 levels of nesting'],
    [file(`${'- '.repeat(500)}x`), 'more than 20 levels of nesting'],
    [file(`a: ${'x'.repeat(20_000)}`), '20,004 characters; the limit is 8,192'],
    [
      file(
        `a: &a [1,1]\n${[...'bcdefghij'].map((key, index) => `${key}: &${key} [*${'abcdefghi'[index]},*${'abcdefghi'[index]}]`).join('\n')}`,
      ),
      'alias',
    ],
  ])('is ignored if it is invalid: %#', async (text, problem) => {
    expect(await readFrontMatter(text)).toMatchObject({ data: {}, problem: expect.stringContaining(problem) });
    const { names, logs } = await loaded(folderWith({ 'one/SKILL.md': text }));
    expect([names, logs]).toEqual([['skill_one'], [expect.stringContaining(problem)]]);
  });

  it('accepts values without quotes', async () => {
    const { agent, logs } = await loaded(
      folderWith({
        'one/SKILL.md': file('name: one: two\ndescription: It: does.\nargument-hint: [a] [b]\nuser-invocable: true'),
      }),
    );
    const [{ name, description, parameters } = {}] = agent.tools;
    expect([name, description, parameters?.properties.arguments?.description, logs]).toEqual([
      'skill_one_two',
      'It: does.',
      '[a] [b]',
      [],
    ]);
  });

  it('may have a byte order mark and Windows line endings', async () => {
    const { agent, tell } = await loaded(
      folderWith({ 'one/SKILL.md': '\ufeff---\r\ndescription: Fine.\r\n---\r\nA\r\nB' }),
    );
    expect([agent.tools[0]?.description, await tell()]).toEqual(['Fine.', 'A\nB']);
  });

  it('ignores YAML tags and __proto__', async () => {
    const { data } = await readFrontMatter(file('__proto__: { polluted: true }\nname: !!binary aGk=\nday: 2020-01-01'));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(data).toMatchObject({ name: 'aGk=', day: '2020-01-01' });
  });
});

describe('a result', () => {
  it.each([
    ['Do $ARGUMENTS now.', 'Do a  b now.'],
    ['From $0 to $1, then $2.', 'From a to b, then .\n\nArguments: a  b'],
    ['$ARGUMENTS[1] and $ARGUMENTS[7]|', 'b and |\n\nArguments: a  b'],
    ['It costs $5, or $1.50, or $10.', 'It costs $5, or $1.50, or $10.\n\nArguments: a  b'],
    ['$0 costs $1,000 or $2x.', 'a costs $1,000 or $2x.\n\nArguments: a  b'],
    ['\\$ARGUMENTS and \\$0 but $0', '$ARGUMENTS and $0 but a\n\nArguments: a  b'],
    ['$ARGUMENTS_ARE text', '$ARGUMENTS_ARE text\n\nArguments: a  b'],
    ['Nothing.\n\n', 'Nothing.\n\nArguments: a  b'],
  ])('inserts the arguments into %j', async (body, answer) => {
    expect(await resultOf(body, { arguments: 'a  b' })).toBe(answer);
  });

  it('does not replace a placeholder inside an argument', async () => {
    expect(await resultOf('[$0][$ARGUMENTS]', { arguments: `$ARGUMENTS $& ${SKILL_DIR}` })).toBe(
      `[$ARGUMENTS][$ARGUMENTS $& ${SKILL_DIR}]`,
    );
  });

  it('contains the directory of the skill and the session id', async () => {
    const folder = folderWith({ 'one/SKILL.md': `${SKILL_DIR} \${SESSION_ID} \${HOME}` });
    const { tell } = await loaded(folder);
    expect(await tell({}, { call_id: 'call-1' })).toBe(`${join(folder, 'one')} call-1 \${HOME}`);
    expect(await tell({}, { call_id: { odd: 1 } })).toBe(`${join(folder, 'one')}  \${HOME}`);
  });

  it('is a section on request, and the section is read then', async () => {
    const folder = folderWith({ 'one/SKILL.md': 'Body', 'one/more/deep/A.md': 'old', 'one/b.MD': 'B $ARGUMENTS' });
    const { agent, tell } = await loaded(folder);
    expect(agent.tools[0]?.parameters.properties.section?.enum).toEqual(['b', 'more/deep/A']);
    writeFileSync(join(folder, 'one/more/deep/A.md'), 'new');
    expect(await tell({ section: 'more/deep/A' })).toBe('new');
    expect(await tell({ section: 'b', arguments: 'x' })).toBe('B x');
    await expect(tell({ section: '../../secret' })).rejects.toThrow('section must be one of');
    rmSync(join(folder, 'one/b.MD'));
    expect(await tell({ section: 'b' })).toBe('The section b of one can no longer be read.');
  });

  it('is between the prefix and the postfix', async () => {
    expect(await resultOf('Body', {}, { response_prefix: 'Before', response_postfix: 'After' })).toBe(
      'Before\n\nBody\n\nAfter',
    );
  });
});

describe('the prompt', () => {
  const folder = folderWith({
    'one/SKILL.md': file('description: x', 'Do $ARGUMENTS.\n'),
    'one/guide.md': 'x',
    'one/scripts/run.sh': 'x',
    'one/assets/logo.svg': 'x',
    'one/data.json': 'x',
    'one/.hidden': 'x',
    'one/node_modules/a.js': 'x',
  });

  it('has the text of each skill, and how to read more', async () => {
    const { agent } = await loaded(folder, { prompt_title: 'Skills here', prompt_intro: 'Use them.' });
    expect(agent.prompt_sections).toEqual([
      { title: 'Skills here', body: 'Use them.' },
      {
        title: 'one',
        body:
          'Do $ARGUMENTS.\n\nTo follow these instructions, call skill_one and pass the request as arguments.\n\n' +
          'To read more, call it with one of these sections: guide.',
      },
    ]);
  });

  it('lists the files only if scripts are allowed', async () => {
    const { agent } = await loaded(folder, { allow_script_execution: true });
    expect(agent.prompt_sections[0]?.body?.split('\n\n').slice(-3)).toEqual([
      'Scripts: scripts/run.sh',
      'Assets: assets/logo.svg',
      'Other files: data.json',
    ]);
  });
});

describe('a link that leads out of the folder', () => {
  const outside = folderWith({ 'secret.md': 'TOP SECRET', 'skill/SKILL.md': 'TOP SECRET' });

  it('is never followed: as a directory, a SKILL.md, a section or a directory of sections', async () => {
    const folder = folderWith({ 'own/SKILL.md': 'Body', 'own/fine.md': 'Fine', 'file/x': '' });
    symlinkSync(join(outside, 'skill'), join(folder, 'directory'));
    symlinkSync(join(outside, 'secret.md'), join(folder, 'file/SKILL.md'));
    symlinkSync(join(outside, 'secret.md'), join(folder, 'own/section.md'));
    symlinkSync(outside, join(folder, 'own/deep'));
    symlinkSync(join(folder, 'own'), join(folder, 'own/circle'));
    symlinkSync('nowhere', join(folder, 'broken'));
    symlinkSync(join(folder, 'own/fine.md'), join(folder, 'own/inside.md'));
    const { agent, names, logs } = await loaded(folder, { allow_script_execution: true });
    expect(names).toEqual(['skill_own']);
    expect(agent.tools[0]?.parameters.properties.section?.enum).toEqual(['fine', 'inside']);
    expect(logs).toEqual(
      ['broken', 'directory', 'file'].map(
        (name) => `${name}: skipped: the path is outside the folder of the skills, or does not exist`,
      ),
    );
    expect(JSON.stringify([agent.tools, agent.prompt_sections])).not.toContain('SECRET');
  });

  it('is not followed if it is created later', async () => {
    const folder = folderWith({ 'own/SKILL.md': 'Body', 'own/section.md': 'Fine' });
    const { tell, logs } = await loaded(folder);
    expect(await tell({ section: 'section' })).toBe('Fine');
    rmSync(join(folder, 'own/section.md'));
    symlinkSync(join(outside, 'secret.md'), join(folder, 'own/section.md'));
    expect(await tell({ section: 'section' })).toBe('The section section of own can no longer be read.');
    expect(logs).toEqual(['own: section: the path is outside the folder of the skills, or does not exist']);
  });

  it('does not prevent the folder itself from being a link', async () => {
    const link = join(base, 'link');
    symlinkSync(folderWith({ 'one/SKILL.md': 'x' }), link);
    expect((await loaded(link)).names).toEqual(['skill_one']);
  });

  it('is not read, and neither is a large file or a pipe', async () => {
    const folder = folderWith({ 'big/SKILL.md': Buffer.alloc(300_000, 120), 'ok/SKILL.md': 'x' });
    mkdirSync(join(folder, 'odd/SKILL.md'), { recursive: true });
    const { names, logs } = await loaded(folder);
    expect(names).toEqual(['skill_ok']);
    expect(logs).toEqual(['big: skipped: it has more than 262144 bytes', 'odd: skipped: it is not a file']);
  });
});

const PATH = process.env.PATH ?? '';

describe.skipIf(process.platform === 'win32')('commands', () => {
  const ran = (text: string, args: Record<string, unknown> = {}, env: Record<string, string> = {}) =>
    loaded(folderWith({ 'one/SKILL.md': text }), { allow_shell_injection: true }, { PATH, ...env }).then(({ tell }) =>
      tell(args),
    );

  it('are not run unless they are allowed', async () => {
    expect(await resultOf('Now !`touch ran` $0', { arguments: 'x' })).toBe('Now !`touch ran` x\n\nArguments: x');
  });

  it('run in the directory of their skill, and are replaced by their output', async () => {
    expect(await ran('In !`basename "$PWD"` at !`test "$SKILL_DIR" = "$PWD" && printf "here\\n\\n"`.')).toBe(
      'In one at here.',
    );
  });

  it('get no arguments, and placeholders in their output are not replaced', async () => {
    expect(await ran("!`echo '$0 $ARGUMENTS'` $0", { arguments: '`id`' })).toBe(
      '$0 $ARGUMENTS `id`\n\nArguments: `id`',
    );
    expect(await ran('!`echo "<$ARGUMENTS>"`', { arguments: '$(touch pwned)' })).toBe(
      '<>\n\nArguments: $(touch pwned)',
    );
  });

  it('get no credentials in their environment', async () => {
    vi.stubEnv('PLATFORM_API_TOKEN', 'token-of-process');
    const env = String(await ran('!`env`', {}, { PLATFORM_API_TOKEN: 'token-of-agent', AWS_SECRET_ACCESS_KEY: 'x' }));
    vi.unstubAllEnvs();
    const names = env.split('\n').map((line) => line.split('=')[0]);
    expect(names).toEqual(expect.arrayContaining(['PATH', 'SKILL_DIR']));
    expect(names.filter((name) => !['PATH', 'SKILL_DIR', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name ?? ''))).toEqual(
      [],
    );
  });

  it('are replaced by an error if they fail', async () => {
    expect(await ran('a !`echo lost; exit 3` b')).toBe('a [command failed: echo lost; exit 3: exit code 3] b');
    expect(await ran('!`kill -9 $$`')).toContain('ended by SIGKILL');
  });

  it('are stopped if they write too much', async () => {
    expect(await ran('!`yes`')).toBe('[command failed: yes: more than 65536 bytes of output]');
  });

  it('are limited to twenty in a text', async () => {
    const answer = String(await ran('!`echo x`'.repeat(22)));
    expect(answer).toBe(`${'x'.repeat(20)}${'[command failed: echo x: more than 20 commands]'.repeat(2)}`);
  });
});

describe.skipIf(process.platform === 'win32')('running commands', () => {
  const isGone = (pid: number) => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  };
  // A machine under load reaps late.
  const soon = <T>(look: () => T) => vi.waitFor(look, { timeout: 20_000 });
  const pidIn = (path: string) => soon(() => Number(/\d+\n/.exec(readFileSync(path, 'utf8'))?.[0] ?? expect.fail()));

  it('are stopped at the timeout', async () => {
    const options = { directory: base, env: { PATH }, timeoutMs: 20, signal: new AbortController().signal };
    expect(await withCommands('!`sleep 600`', options)).toEqual([
      '',
      '[command failed: sleep 600: timed out after 0.02 s]',
      '',
    ]);
  });

  it('are stopped with the processes that they started', async () => {
    const folder = folderWith({ 'one/SKILL.md': '!`sleep 600 & echo $! > pid; yes`' });
    const { tell } = await loaded(folder, { allow_shell_injection: true }, { PATH });
    expect(await tell()).toContain('more than 65536 bytes');
    const pid = await pidIn(join(folder, 'one/pid'));
    await soon(() => expect(isGone(pid)).toBe(true));
  });

  it('end with their call', async () => {
    const folder = folderWith({ 'one/SKILL.md': '!`echo $$ > pid; sleep 600`' });
    const { agent } = await loaded(folder, { allow_shell_injection: true }, { PATH });
    const hungUp = new AbortController();
    const call = agent.call_tool('skill_one', {}, {}, { signal: hungUp.signal });
    const pid = await pidIn(join(folder, 'one/pid'));
    hungUp.abort(new Error('hung up'));
    await expect(call).rejects.toThrow('hung up');
    await soon(() => expect(isGone(pid)).toBe(true));
  });

  it('do not block other work', async () => {
    const folder = folderWith({
      'first/SKILL.md': '!`while [ ! -e go ]; do :; done; echo went`',
      'second/SKILL.md': '!`touch ../first/go`Sent.',
    });
    const { tell } = await loaded(folder, { allow_shell_injection: true }, { PATH });
    const first = tell({}, {}, 'skill_first');
    expect(await tell({}, {}, 'skill_second')).toBe('Sent.');
    expect(await first).toBe('went');
    expect(existsSync(join(folder, 'first/go'))).toBe(true);
  });
});

describe('random files', () => {
  const random = seeded(11);
  const WORDS = [
    ...[
      '---',
      '\n---\n',
      '\n',
      '\n\n',
      ' ',
      '\t',
      ': ',
      '- ',
      '? ',
      '| ',
      '> ',
      '&a ',
      '*a',
      '<<: ',
      '!!map ',
      '!x ',
      '%YAML 1.2\n',
    ],
    ...[
      '[',
      ']',
      '{',
      '}',
      ',',
      '"',
      "'",
      '#',
      '\\',
      '\\u0000',
      '\u0000',
      '\ufeff',
      '\ud800',
      '\r\n',
      '\u2028',
      '...',
      '~',
    ],
    ...[
      'name',
      'description',
      'argument-hint',
      'user-invocable',
      'disable-model-invocation',
      '__proto__',
      'constructor',
    ],
    ...[
      'true',
      'null',
      '0x1f',
      '1e999',
      '.nan',
      '2020-01-01',
      '$ARGUMENTS',
      '$0',
      '$ARGUMENTS[1]',
      SKILL_DIR,
      '!`exit`',
    ],
  ];
  const noise = () => Array.from({ length: random.below(60) }, () => random.pick(WORDS)).join('');
  const shapes = [
    noise,
    () => `---\n${noise()}\n---\n${noise()}`,
    () => file(`name: ${noise()}\ndescription: ${noise()}`, noise()),
  ];

  it('are read without a crash or a hang', async () => {
    for (let round = 0; round < 1500; round++) {
      const text = random.pick(shapes)();
      const { data, body } = await readFrontMatter(text);
      expect(text).toContain(body);
      expect(data).toBeTypeOf('object');
    }
  });

  it('load as skills with tools that can be called', async () => {
    for (let round = 0; round < 150; round++) {
      const texts = { 'one/SKILL.md': random.pick(shapes)(), 'one/part.md': noise() };
      const { agent, names, tell } = await loaded(folderWith(texts));
      expect(JSON.stringify(agent.document())).toBeTypeOf('string');
      if (names.length === 0) continue;
      expect(await tell({ arguments: noise() })).toBeTypeOf('string');
      expect(await tell({ section: 'part' })).toBeTypeOf('string');
    }
  });
});
