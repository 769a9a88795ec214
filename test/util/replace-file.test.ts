import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { assertNoLink, beginReplacement, replaceFile } from '../../src/util/index.js';
import { bundledScript } from '../support/bundled-script.js';
import { smallDisk } from '../support/full-disk.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replace-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const modeOf = (file: string) => statSync(file).mode & 0o777;

describe('replacing a file', () => {
  it.each([0o600, 0o640, 0o644, 0o444])('keeps its mode %o', (mode) => {
    writeFileSync(at('a'), 'old');
    chmodSync(at('a'), mode);
    replaceFile(at('a'), 'new');
    expect([readFileSync(at('a'), 'utf8'), modeOf(at('a'))]).toEqual(['new', mode]);
  });

  it('creates a new file that only its owner can read', () => {
    replaceFile(at('a'), 'new');
    expect(modeOf(at('a'))).toBe(0o600);
  });

  it.runIf(process.getuid?.() === 0)('leaves it with its owner when root does so', () => {
    writeFileSync(at('a'), 'old');
    chownSync(at('a'), 12_345, 12_346);
    replaceFile(at('a'), 'new');
    expect(statSync(at('a'))).toMatchObject({ uid: 12_345, gid: 12_346 });
  });

  it('writes beside it, under a new name each time that only the owner can read', () => {
    writeFileSync(at('a'), 'old');
    chmodSync(at('a'), 0o644);
    const both = [beginReplacement(at('a')), beginReplacement(at('a'))];
    for (const one of both) one.write('secret');
    const temporary = readdirSync(folder).filter((name) => name !== 'a');
    expect(temporary).toHaveLength(2);
    expect(temporary.map((name) => modeOf(at(name)))).toEqual([0o600, 0o600]);
    expect(readFileSync(at('a'), 'utf8')).toBe('old');
    for (const one of both) one.discard();
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('on a full disk leaves it as it was, and nothing beside it', ({ skip }) => {
    const disk = smallDisk();
    if (typeof disk === 'string') return skip(disk);
    onTestFinished(disk.close);
    const file = join(disk.folder, 'a');
    writeFileSync(file, 'old');
    expect(() => replaceFile(file, 'x'.repeat(100_000))).toThrow('ENOSPC');
    expect([readFileSync(file, 'utf8'), readdirSync(disk.folder)]).toEqual(['old', ['a']]);
  });

  it('removes the drafts of killed processes, and keeps those of running ones', async () => {
    writeFileSync(at('a'), 'old');
    const module = pathToFileURL(bundledScript(join(import.meta.dirname, '../../src/util/index.ts'))).href;
    const code = `import { beginReplacement } from ${JSON.stringify(module)};
      beginReplacement(${JSON.stringify(at('a'))}).write('half');
      process.stdout.write('written');
      setInterval(() => {}, 1000);`;
    writeFileSync(at('writer.mjs'), code);
    const child = spawn(process.execPath, [at('writer.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    replaceFile(at('a'), 'while it runs');
    expect(readdirSync(folder)).toHaveLength(3);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(readdirSync(folder)).toHaveLength(3);
    replaceFile(at('a'), 'new');
    expect(readdirSync(folder).sort()).toEqual(['a', 'writer.mjs']);
  });

  it('never removes a file of another name', () => {
    const strange = [
      '.a.1-2-3.patchbay-tmp',
      'a.tmp',
      '.a.patchbay-tmp',
      '.a.00000000-99999999-0123456789abcdef.patchbay-tmp',
    ];
    for (const name of strange) writeFileSync(at(name), '');
    replaceFile(at('a'), 'new');
    expect(readdirSync(folder).sort()).toEqual(['a', ...strange].sort());
  });
});

it('a link is refused with the name of the file that it leads to', () => {
  writeFileSync(at('target'), 'old');
  symlinkSync('target', at('link'));
  expect(() => assertNoLink(at('link'))).toThrow(
    `${at('link')} is a symbolic link and is not replaced. To change the target of the link, use its path: ${at('target')}`,
  );
  expect(() => assertNoLink(at('target'))).not.toThrow();
  expect(() => assertNoLink(at('missing'))).not.toThrow();
});

describe('the commands that write in place', () => {
  const cli = join(import.meta.dirname, '../../dist/cli.js');
  const patchbay = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const { status, stderr } = spawnSync(process.execPath, [cli, ...args], {
      cwd: folder,
      env: { ...process.env, PATCHBAY_STATE_DIR: folder, ...env },
      encoding: 'utf8',
    });
    return { code: status, err: stderr };
  };
  const cassette = `${JSON.stringify({ kind: 'cassette', version: 1, origin: 'sandbox', tool: 'test', redaction: 'none' })}\n${JSON.stringify(
    {
      kind: 'http',
      request: { method: 'GET', url: 'https://h.invalid/?to=+12067771234' },
      response: { status: 200 },
    },
  )}\n`;
  const notebook = JSON.stringify({
    cells: [
      { cell_type: 'code', execution_count: null, id: 'a', metadata: {}, outputs: [], source: "'x'.repeat(9000)" },
    ],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  });
  const COMMANDS: [what: string, name: string, text: string, args: string[]][] = [
    ['notebook run --in-place', 'a.ipynb', notebook, ['notebook', 'run', '--in-place']],
    ['cassette redact', 'a.ndjson', cassette, ['cassette', 'redact']],
    ['cassette edit', 'a.ndjson', cassette, ['cassette', 'edit']],
  ];
  const EDITOR = { VISUAL: '', EDITOR: 'sed -i s/GET/PUT/' };

  it.each(COMMANDS)(
    '%s keeps the mode of the file',
    (_, name, text, args) => {
      writeFileSync(at(name), text);
      chmodSync(at(name), 0o664);
      expect(patchbay([...args, name], EDITOR)).toMatchObject({ code: 0, err: expect.any(String) });
      expect([modeOf(at(name)), readFileSync(at(name), 'utf8') === text]).toEqual([0o664, false]);
      expect(readdirSync(folder).filter((one) => one.startsWith('.') || one.endsWith('tmp'))).toEqual([]);
    },
    60_000,
  );

  it.each(COMMANDS)(
    '%s refuses a symbolic link, and names the file to write instead',
    (_, name, text, args) => {
      writeFileSync(at(`target-${name}`), text);
      symlinkSync(`target-${name}`, at(name));
      const { code, err } = patchbay([...args, name], EDITOR);
      expect(code).not.toBe(0);
      expect(err.trim()).toMatch(
        new RegExp(`${name} is a symbolic link and is not replaced\\..*use its path: .*target-${name}$`),
      );
      expect(readFileSync(at(`target-${name}`), 'utf8')).toBe(text);
    },
    60_000,
  );

  it.skipIf(process.platform === 'win32')(
    'notebook run --in-place on a disk that is full leaves the notebook as it was',
    () => {
      writeFileSync(at('a.ipynb'), notebook);
      // Files may have 4 kB: the notebook fits, and its output does not.
      const limited = spawnSync(
        'sh',
        ['-c', 'ulimit -f 8; exec "$@"', 'sh', process.execPath, cli, 'notebook', 'run', '--in-place', 'a.ipynb'],
        {
          cwd: folder,
          encoding: 'utf8',
        },
      );
      expect([limited.status, limited.stderr]).toEqual([
        1,
        expect.stringMatching(
          /^a\.ipynb: the outputs could not be saved: .*file too large.* The file is unchanged\n$/i,
        ),
      ]);
      expect([readFileSync(at('a.ipynb'), 'utf8'), readdirSync(folder)]).toEqual([notebook, ['a.ipynb']]);
    },
    60_000,
  );
});
