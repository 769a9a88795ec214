import { afterAll, describe, expect, it, vi } from 'vitest';
import { commands as dotCommands } from '../../src/bench/commands/index.js';
import { dotCommandOf } from '../../src/bench/commands/shared/dot-command-of.js';
import { readArguments } from '../../src/bench/commands/shared/run-use.js';
import { createBench } from '../../src/bench/index.js';
import { commands as shellCommands } from '../../src/cli/commands/index.js';
import { shellCommand } from '../../src/cli/commands/shell-command.js';
import { statesOf } from '../../src/cli/completion/tree.js';
import { helpOf } from '../../src/cli/help/of-command.js';
import { EVALUATION } from '../../src/cli/options.js';
import { type SharedUse, sharedCommand, sharedCommands } from '../../src/commands/index.js';
import { showText } from '../../src/show/index.js';

const bench = createBench();
afterAll(() => bench.close());

interface Leaf {
  readonly command: string;
  readonly action: string | undefined;
  /** How it is typed at the prompt, such as `.sandbox ring`. */
  readonly typed: string;
  readonly use: SharedUse;
}

const leaves = Object.entries(sharedCommands).flatMap(([command, row]): Leaf[] => {
  const typed = row.actionOf === undefined ? `.${command}` : `.${row.actionOf} ${command}`;
  if (!row.actions) return [{ command, action: undefined, typed, use: { ...row, options: row.options ?? {} } }];
  return Object.entries(row.actions).map(([action, use]) => ({ command, action, typed: `${typed} ${action}`, use }));
});
const options = leaves.flatMap((leaf) =>
  Object.entries(leaf.use.options).map(([name, option]) => ({ ...leaf, name, option })),
);
const inOneLine = (text: string) => text.replace(/\s+/g, ' ');
const promptHelp = async (command: string) => {
  const row = sharedCommands[command];
  const outcome = await bench.run(`.help ${row?.actionOf ?? command}`);
  return inOneLine(outcome.ok ? showText(outcome.value, { columns: 100 }) : String(outcome.error));
};
const offers = async (line: string) => (await bench.complete(line, line.length)).items.map(({ text }) => text);

describe('every command of the table', () => {
  it.each(Object.entries(sharedCommands))('%s is a command of both, or an option of the shell', (name, row) => {
    expect(dotCommands.map((one) => one.name)).toContain(`.${row.actionOf ?? name}`);
    if (row.isOption) expect(EVALUATION).toHaveProperty(name);
    else expect(shellCommands).toHaveProperty(name);
    // The bench has them all beside `--record`.
    if (row.isOption) expect(Object.keys(EVALUATION)).toEqual(expect.arrayContaining(Object.keys(row.options ?? {})));
  });

  it.each(leaves.filter(({ use }) => use.shellOnly !== undefined))(
    '$typed is refused at the prompt with the reason',
    async ({ typed, use }) => {
      const outcome = await bench.run(typed);
      expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringContaining(use.shellOnly ?? '') } });
    },
  );
});

describe('every option of a shared command', () => {
  it.each(options)(
    '$typed --$name is accepted at the prompt, or refused with a reason',
    ({ typed, use, name, option }) => {
      const written = `--${name}${option.type === 'string' ? ' x' : ''}`;
      if (option.shellOnly === undefined) {
        const value = option.type === 'boolean' ? true : option.multiple ? ['x'] : 'x';
        expect(readArguments(typed, use, written).values).toMatchObject({ [name]: value });
      } else {
        expect(() => readArguments(typed, use, written)).toThrow(option.shellOnly);
        expect(() => readArguments(typed, use, `--${name}=x`)).toThrow(option.shellOnly);
        // A sentence that ends with what to do instead.
        expect(option.shellOnly).toMatch(/^(?:[A-Z]|\.|sandbox\.).*\w/s);
      }
    },
  );

  it.each(options.filter(({ use }) => use.shellOnly === undefined))(
    '$typed --$name has the help of the row in both',
    async ({ command, action, name, option }) => {
      const row = shellCommands[command];
      if (row) expect(inOneLine(await helpOf(command, row, action, 110))).toContain(inOneLine(option.help));
      expect(await promptHelp(command)).toContain(inOneLine(option.shellOnly ?? option.help));
      expect(await promptHelp(command)).toContain(`--${name}`);
    },
  );

  it.each(options.filter(({ use }) => use.shellOnly === undefined))(
    '$typed --$name is completed by both',
    async ({ command, typed, name, option }) => {
      const states = await statesOf(shellCommands, EVALUATION);
      const flags = states.find(({ path }) => path === (sharedCommands[command]?.isOption ? '' : `/${command}`))?.flags;
      expect(flags?.map(({ word }) => word)).toContain(`--${name}`);
      expect((await offers(`${typed} --`)).includes(`--${name}`)).toBe(option.shellOnly === undefined);
    },
  );
});

describe('a row that is added', () => {
  const row = sharedCommand({
    group: 'tools',
    words: 'COLOUR',
    takes: ['red', 'green'],
    help: 'Paint something. It dries at once.',
    example: 'patchbay paint red',
    options: { coats: { type: 'string', value: 'N', help: 'how many coats of paint' } },
    run: async ({ values, positionals }) => ({ shown: `painted ${positionals[0]} ${values.coats ?? '1'} times` }),
  });
  const ofShell = shellCommand('paint', row);
  const ofPrompt = dotCommandOf('paint', row);

  it('is a command of the shell and of the prompt', async () => {
    let out = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += text)));
    const code = await ofShell.run(['red', '--coats', '2']);
    write.mockRestore();
    const typed = {
      name: '.paint',
      nameEnd: 6,
      argumentsStart: 7,
      rest: 'red --coats 2',
      blanks: '       ',
      words: [],
    };
    expect([code, out]).toEqual([0, 'painted red 2 times\n']);
    expect(await ofPrompt.run(typed, bench)).toBe('painted red 2 times');
  });

  it('has its help and its completion in both', async () => {
    const forms = typeof ofPrompt.forms === 'function' ? await ofPrompt.forms() : ofPrompt.forms;
    expect(forms).toEqual([
      ['COLOUR', 'It dries at once.'],
      ['--coats N', 'how many coats of paint'],
    ]);
    expect(ofPrompt).toMatchObject({ name: '.paint', takes: 'COLOUR [options]', help: 'Paint something' });
    expect(await helpOf('paint', ofShell, undefined, 100)).toMatch(
      /^patchbay paint COLOUR \[options\]\n\nPaint something\. It dries at once\.\n\n +--coats N +how many coats of paint\n/,
    );
    const seen = { fitting: () => [], collectionsOf: () => [], ownNumbers: () => [] };
    expect(await ofPrompt.complete?.([''], { bench, seen })).toMatchObject([{ text: 'red' }, { text: 'green' }]);
    const states = await statesOf({ paint: ofShell }, {});
    expect(states.find(({ path }) => path === '/paint')).toMatchObject({
      takes: ['red', 'green'],
      flags: [{ word: '--coats', help: 'how many coats of paint' }],
    });
  });
});

it('splits the arguments of the prompt at blanks outside of quotes', () => {
  const row = sharedCommand({
    group: 'tools',
    words: 'WORD…',
    help: 'Say words.',
    example: 'patchbay say',
    options: { speech: { type: 'string', multiple: true, help: 'what is said' } },
  });
  const given = readArguments('.say', row, `one --speech 'two words' --speech="three 'more' words" o'clock ""`);
  expect(given.values).toEqual({ speech: ['two words', "three 'more' words"] });
  expect(given.positionals).toEqual(['one', "o'clock", '']);
});
