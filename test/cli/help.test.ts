import { afterEach, describe, expect, it, vi } from 'vitest';
import { commands, runCommand } from '../../src/cli/commands/index.js';
import { printHelp } from '../../src/cli/general-help.js';
import { helpOf } from '../../src/cli/help/of-command.js';
import { main } from '../../src/cli/main.js';
import { EVALUATION } from '../../src/cli/options.js';

afterEach(() => vi.restoreAllMocks());

/** Every way to call Patchbay that has a word. */
const uses = Object.entries(commands).flatMap(([name, command]) => [
  { words: [name], command, action: undefined, use: command },
  ...Object.entries(command.actions ?? {}).map(([action, use]) => ({ words: [name, action], command, action, use })),
]);
const leaves = uses.filter(({ command, action }) => action !== undefined || !command.actions);

async function printed(work: () => Promise<number> | number): Promise<{ code: number; out: string }> {
  let out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    out += chunk;
    return true;
  });
  const code = await work();
  vi.restoreAllMocks();
  return { code, out };
}

describe.each(uses.map((one) => [one.words.join(' '), one] as const))(
  'patchbay %s',
  (typed, { words, command, action, use }) => {
    it.each(['--help', '-h'])('prints help for %s, also after other arguments', async (flag) => {
      const [name = '', ...rest] = words;
      const { code, out } = await printed(() => runCommand(name, [...rest, flag]));
      expect([code, out]).toEqual([0, expect.stringContaining(`patchbay ${typed}`)]);
      const value = command.hasScript ? [] : ['something', '--live'];
      expect(await printed(() => runCommand(name, [...rest, ...value, flag]))).toEqual({ code, out });
    });

    it.each([40, 80, 110])('fits %i columns, except for commands to copy', async (width) => {
      const help = await helpOf(words[0] as string, command, action, width);
      const prose = help
        .slice(0, help.indexOf('Example:'))
        .split('\n')
        .filter((line) => !/^( {2})?(patchbay|--)/.test(line));
      expect(prose.filter((line) => line.length > width)).toEqual([]);
    });

    it('has help in complete sentences, with an example', async () => {
      expect(use.help).toMatch(/^[A-Z].*\.$/);
      expect(use.example).toContain(`patchbay ${words[0]}`);
      const help = await helpOf(words[0] as string, command, action, 110);
      if (action !== undefined || !command.actions) expect(help).toContain(use.example);
      else for (const word of Object.keys(command.actions)) expect(help).toContain(`patchbay ${typed} ${word}`);
    });
  },
);

describe.each(leaves.map((one) => [one.words.join(' '), one] as const))(
  'patchbay %s',
  (_typed, { words, command, action, use }) => {
    it('lists every option with its help', async () => {
      const { options = {} } = use;
      const help = await helpOf(words[0] as string, command, action, 110);
      for (const [name, option] of Object.entries(options)) {
        expect(help).toContain(`--${name}`);
        expect(option.help).toMatch(/\w/);
      }
      const shown = use.example.match(/ --[a-z-]+/g) ?? [];
      expect(shown.filter((flag) => !Object.hasOwn(options, flag.slice(3)))).toEqual([]);
    });
  },
);

it('passes options after a script to the script', async () => {
  await expect(runCommand('run', ['no-such-file.ts', '--help'])).rejects.toThrow(
    'the file no-such-file.ts does not exist',
  );
});

it('prints every command and option of the bench, wrapped to the terminal', async () => {
  const columns = Object.getOwnPropertyDescriptor(process.stdout, 'columns');
  Object.defineProperty(process.stdout, 'columns', { value: 70, configurable: true });
  const { code, out } = await printed(() => printHelp());
  if (columns) Object.defineProperty(process.stdout, 'columns', columns);
  else Reflect.deleteProperty(process.stdout, 'columns');
  expect(code).toBe(0);
  for (const name of Object.keys(commands)) expect(out).toContain(`patchbay ${name}`);
  for (const name of Object.keys(EVALUATION).filter((one) => one !== 'eval')) expect(out).toContain(`--${name}`);
  expect(out.split('\n').filter((line) => line.length > 70 && !/^ {2}patchbay/.test(line))).toEqual([]);
});

it.each([
  [['skills', 'run', '--nonsense'], 'patchbay skills run --help'],
  [['skills', 'lst'], 'patchbay skills --help'],
  [['doctr'], 'patchbay --help'],
  [['--nonsense'], 'patchbay --help'],
])('refers %j to the right help', async (args, help) => {
  let err = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    err += chunk;
    return true;
  });
  expect(await main(args)).toBe(2);
  expect(err).toContain(`\nSee ${help}.\n`);
});
