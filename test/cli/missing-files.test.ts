import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands/index.js';
import { EVALUATION } from '../../src/cli/options.js';
import type { CommandUse } from '../../src/commands/index.js';
import { command } from '../support/command.js';
import { firstOfItsKind, sampled } from '../support/rotation.js';

const folder = mkdtempSync(join(tmpdir(), 'missing-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Each command line fails before it runs code or serves, so none needs a process.
const env = { PATH: process.env.PATH, PATCHBAY_STATE_DIR: folder, PATCHBAY_CONFIG_DIR: folder, EDITOR: 'true' };
const patchbay = (...args: string[]) => command(args, { cwd: folder, env });

const COMMANDS = [
  '--replay nope.yaml',
  '--from nope.yaml',
  '--replay nope.yaml -e 1',
  '--from nope.yaml -e 1',
  'run --from nope.yaml nope.ts',
  'sandbox --from nope.yaml',
  'run nope.ts',
  'run --replay nope.yaml nope.ts',
  'replay nope.yaml',
  'minimize nope.yaml',
  'cassette inspect nope.yaml',
  'cassette list nope.yaml',
  'cassette show nope.yaml',
  'cassette check nope.yaml',
  'cassette diff nope.yaml nope.yaml',
  'cassette redact nope.yaml',
  'cassette redact --policy nope.policy nope.yaml',
  'cassette edit nope.yaml',
  'explain nope.yaml',
  'inspect nope.yaml',
  'import nope.har',
  'import --policy nope.policy nope.har',
  'notebook run nope.ipynb',
  'notebook run --check nope.ipynb',
  'kernel start nope.json',
  'config show',
  'config allow',
  'skills list --skills nope',
  'skills list --project nope',
  'skills run datetime get_current_time --replay nope.yaml',
  'skills index nope',
  'skills serve-index nope.swsearch',
  'skills mcp-gateway --config nope.json',
];

/** One line of each command in every run. */
const isFirstOfCommand = () => firstOfItsKind((line: string) => line.split(' ')[0]);

describe('a file that does not exist', () => {
  it.each(sampled(COMMANDS, isFirstOfCommand()))('is wrong usage in: patchbay %s', async (line) => {
    const { code, out, err } = await patchbay(...line.split(' '));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/does not exist|there is no such file|not a directory|has no patchbay\.config\.ts/);
    expect(err).not.toMatch(/ENOENT|\n\s+at /);
  });
});

/** A device that never ends, in place of the file. A pipe would wait for its writer. */
describe.runIf(process.platform === 'linux')('a device', () => {
  const lines = COMMANDS.filter((line) => !/^config|^skills (?:list|index|mcp)/.test(line));
  it.each(sampled(lines, (_, index) => index === 0))('is not read by: patchbay %s', async (line) => {
    const { code, out, err } = await patchbay(...line.replaceAll(/nope\.\w+/g, '/dev/zero').split(' '));
    expect({ out, err }).toEqual({
      out: '',
      err: expect.stringMatching(/is a device|is not a (?:regular )?file|\.yaml|\.ndjson/),
    });
    expect([1, 2]).toContain(code);
  });
});

it('names a folder in place of a script', async () => {
  expect(await patchbay('run', '.')).toMatchObject({
    code: 2,
    err: expect.stringContaining('. is a folder. Give a file: patchbay run FILE.ts'),
  });
});

/** A command line for each place where the table of commands takes a file to read. */
const LINES: Readonly<Record<string, string>> = {
  '--replay': '--replay FILE.yaml -e 1',
  'ring --document': 'ring --document FILE.json',
  ring: 'ring FILE.json',
  'ring --cast': 'ring --cast FILE.yaml',
  check: 'check FILE.json',
  '--from': '--from FILE.yaml -e 1',
  'run --from': 'run --from FILE.yaml there.ts',
  'sandbox --write-env': 'sandbox --write-env FILE.json',
  'sandbox --env-file': 'sandbox --env-file FILE.json',
  'sandbox --state': 'sandbox --state FILE.json',
  'sandbox --from': 'sandbox --from FILE.yaml',
  run: 'run FILE.ts',
  'run --replay': 'run --replay FILE.yaml there.ts',
  explain: 'explain FILE.yaml',
  inspect: 'inspect FILE.yaml',
  replay: 'replay FILE.yaml',
  minimize: 'minimize FILE.yaml',
  'minimize --against': 'minimize there.yaml --against FILE.yaml',
  export: 'export FILE.yaml --to curl',
  'cassette inspect': 'cassette inspect FILE.yaml',
  'cassette list': 'cassette list FILE.yaml',
  'cassette show': 'cassette show FILE.yaml 1',
  'cassette check': 'cassette check FILE.yaml',
  'cassette diff': 'cassette diff FILE.yaml FILE.yaml',
  'cassette redact': 'cassette redact FILE.yaml',
  'cassette redact --policy': 'cassette redact --policy FILE.yaml there.yaml',
  'cassette review': 'cassette review FILE.yaml',
  'cassette edit': 'cassette edit FILE.yaml',
  import: 'import FILE.har',
  'import --policy': 'import --policy FILE.yaml there.har',
  'notebook run': 'notebook run FILE.ipynb',
  'skills show --replay': 'skills show datetime --params {"x":1} --replay FILE.yaml',
  'skills run --replay': 'skills run datetime get_current_time --replay FILE.yaml',
  'skills serve --replay': 'skills serve datetime --replay FILE.yaml',
  'skills mcp-gateway --config': 'skills mcp-gateway --config FILE.json',
  'skills serve-index': 'skills serve-index FILE.swsearch',
  'kernel start': 'kernel start FILE.json',
};

/** The bad files, with the ending that the command expects. Also root cannot read a link to itself. */
const BAD = {
  'a missing file': 'absent/one',
  'a folder': 'folder',
  'an unreadable file': 'loop',
  ...(process.platform === 'linux' && {
    'a link to a device that never ends': 'zero',
    'a pipe without a writer': 'pipe',
  }),
};

describe('the exit code law', () => {
  beforeAll(() => {
    writeFileSync(join(folder, 'there.ts'), '1');
    writeFileSync(join(folder, 'there.txt'), 'curl https://example.com/api/relay/rest/queues');
    writeFileSync(join(folder, 'there.yaml'), 'cassette: 1\n');
    const entry = {
      request: { method: 'GET', url: 'https://acme.example/api/relay/rest/queues', headers: [] },
      response: { status: 200, headers: [], content: { text: '{"data":[]}' } },
    };
    writeFileSync(join(folder, 'there.har'), JSON.stringify({ log: { version: '1.2', entries: [entry] } }));
    for (const ending of ['yaml', 'ts', 'ipynb', 'json', 'swsearch', 'har']) {
      mkdirSync(join(folder, `folder.${ending}`));
      symlinkSync(`loop.${ending}`, join(folder, `loop.${ending}`));
      if (process.platform !== 'linux') continue;
      symlinkSync('/dev/zero', join(folder, `zero.${ending}`));
      execFileSync('mkfifo', [join(folder, `pipe.${ending}`)]);
    }
  });

  it('has a line for each file that a command reads', async () => {
    const isFile = (takes: unknown) => takes === 'file' || takes === 'recording';
    const found: string[] = [];
    const add = async (words: string, use: CommandUse) => {
      if (isFile(use.takes)) found.push(words);
      for (const [option, { takes }] of Object.entries(use.options ?? {}))
        if (isFile(takes)) found.push(`${words} --${option}`.trim());
    };
    await add('', { help: '', example: '', options: EVALUATION });
    for (const [name, command] of Object.entries(commands)) {
      await add(name, command);
      for (const [action, use] of Object.entries(command.actions ?? {})) await add(`${name} ${action}`, use);
    }
    const read = found.filter((use) => !/ ?--(?:record|output|junit)$/.test(use));
    expect(read.sort()).toEqual(Object.keys(LINES).sort());
  });

  it.each(sampled(Object.values(LINES), isFirstOfCommand()))(
    'is wrong usage without a usable file: %s',
    async (line) => {
      const outcomes = Object.entries(BAD).map(async ([kind, path]) => {
        const { code, out, err } = await patchbay(...line.replaceAll('FILE', path).split(' '));
        const sentences = err
          .trim()
          .split('\n')
          .filter((text) => !/^See patchbay .*--help\.$/.test(text));
        const isClear = sentences.length === 1 && !/\b(?:ENOENT|EISDIR|ELOOP|EACCES)\b|^\s+at /m.test(err);
        return { kind, code, out, problem: isClear ? '' : err };
      });
      expect(await Promise.all(outcomes)).toEqual(
        Object.keys(BAD).map((kind) => ({ kind, code: 2, out: '', problem: '' })),
      );
    },
  );
});
