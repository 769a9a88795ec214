import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addProfile, readProfiles } from '../../src/commands/index.js';
import { createHistory } from '../../src/kernel/execute/history.js';
import { History } from '../../src/repl/history/index.js';
import { writePrivate } from '../../src/util/index.js';
import { patchbay as run } from '../support/run-patchbay.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const modeOf = (file: string) => statSync(file).mode & 0o777;
const isRoot = process.getuid?.() === 0;
const cli = join(import.meta.dirname, '../../dist/cli.js');
const PROFILE = { project: 'p', host: 'acme.example.com', token: 'PT-secret' };

describe.skipIf(process.platform === 'win32')('files of the user', () => {
  it.each([
    ['the history of the bench', 'state/history.jsonl', (file: string) => new History(file).add('1')],
    ['the history of the kernel', 'state/kernel-history.ndjson', (file: string) => createHistory(file).add(1, '1')],
    [
      'profiles',
      'state/profiles.json',
      (file: string) => addProfile('acme', PROFILE, { PATCHBAY_CONFIG_DIR: dirname(file) }),
    ],
  ])('are made for their owner alone, with their folder: %s', (_, name, write) => {
    const file = join(folder, name);
    const umask = process.umask(0);
    try {
      write(file);
    } finally {
      process.umask(umask);
    }
    expect([modeOf(file), modeOf(dirname(file))]).toEqual([0o600, 0o700]);
  });

  it('close a history that others could read', () => {
    const file = join(folder, 'history.jsonl');
    writeFileSync(file, '');
    chmodSync(file, 0o644);
    new History(file).add('1');
    expect(modeOf(file)).toBe(0o600);
  });
});

it('names the file that is in the way of a folder', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const write = () => writePrivate(join(file, 'own/profiles.json'), '', { variable: 'PATCHBAY_CONFIG_DIR' });
  expect(write).toThrow(`own cannot be created: ${file} is a file, not a folder. Set PATCHBAY_CONFIG_DIR`);
});

describe.skipIf(process.platform === 'win32')('a file that other users could change', () => {
  const config = () => join(folder, 'own');
  const project = () => join(folder, 'project');
  /** A trusted config file, as the command makes it, and its trust file. */
  async function trusted(): Promise<string> {
    mkdirSync(project());
    writeFileSync(join(project(), 'patchbay.config.ts'), 'export default { start: () => ({ word: "trusted" }) }');
    expect((await patchbay('config', 'allow')).code).toBe(0);
    expect([modeOf(config()), readdirSync(config()), modeOf(join(config(), 'allowed.json'))]).toEqual([
      0o700,
      ['allowed.json'],
      0o600,
    ]);
    return join(config(), 'allowed.json');
  }
  const patchbay = (...args: string[]) =>
    run(args, {
      cwd: project(),
      env: { ...process.env, PATCHBAY_CONFIG_DIR: config(), PATCHBAY_STATE_DIR: join(folder, 'state') },
    });
  const ATTACKS: [what: string, attack: (file: string) => void, says: string][] = [
    [
      'by its group',
      (file) => chmodSync(file, 0o620),
      'can be changed by other users, so it is not used. To fix it: chmod go-w',
    ],
    [
      'by everybody',
      (file) => chmodSync(file, 0o602),
      'can be changed by other users, so it is not used. To fix it: chmod go-w',
    ],
    [
      'by a name in its folder',
      (file) => chmodSync(dirname(file), 0o777),
      "own can be changed by other users, so it is not used. To fix it: chmod go-w '",
    ],
    ...(isRoot
      ? ([
          [
            'by its owner',
            (file) => chownSync(file, 12_345, 0),
            'belongs to another user, so it is not used. To take it over: sudo chown 0',
          ],
        ] as typeof ATTACKS)
      : []),
  ];

  it.each(ATTACKS)('%s is not used as a trust file, and the fix is named', async (_, attack, says) => {
    const file = await trusted();
    expect((await patchbay('-e', 'word')).out).toBe("'trusted'\n");
    attack(file);
    const { code, err } = await patchbay('-e', 'word');
    expect([code, err]).toEqual([1, expect.stringContaining(says)]);
    expect(err).toContain('patchbay.config.ts cannot be used');
    const shown = await patchbay('config');
    expect([shown.code, shown.err]).toEqual([2, expect.stringMatching(/^patchbay: [^\n]+\n$/)]);
  });

  it.each(ATTACKS)('%s is not used for profiles, and the fix is named', (_, attack, says) => {
    addProfile('acme', PROFILE, { PATCHBAY_CONFIG_DIR: config() });
    attack(join(config(), 'profiles.json'));
    expect(() => readProfiles({ PATCHBAY_CONFIG_DIR: config() })).toThrow(says);
  });
});

/** Root may write anywhere, so another user runs the command. */
const identity = isRoot ? { uid: 65_534, gid: 65_534 } : {};
/** The Node.js of root's own npm cache is for root alone: the newer Node.js of continuous integration is one. */
const canRun = spawnSync(process.execPath, [cli, '--version'], { ...identity, cwd: '/' }).status === 0;

describe.skipIf(!canRun)('a home folder that cannot be written', () => {
  const run = (args: readonly string[], input = '') =>
    spawnSync(process.execPath, [cli, ...args], {
      cwd: join(folder, 'project'),
      env: { PATH: process.env.PATH, HOME: join(folder, 'home') },
      encoding: 'utf8',
      input,
      ...identity,
    });
  beforeEach(() => {
    mkdirSync(join(folder, 'home'));
    mkdirSync(join(folder, 'project'));
    writeFileSync(join(folder, 'project/patchbay.config.ts'), 'export default {}');
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'home'), 0o555);
  });
  afterEach(() => chmodSync(join(folder, 'home'), 0o755));

  it.each([
    ['profile add', ['profile', 'add', 'acme', '--project', 'p', '--space', 'acme.example.com'], 'PATCHBAY_CONFIG_DIR'],
    ['config allow', ['config', 'allow'], 'PATCHBAY_CONFIG_DIR'],
    ['kernel start', ['kernel', 'start'], 'PATCHBAY_STATE_DIR'],
  ])('ends %s in one line that says what to set', (_, args, variable) => {
    const { status, stderr } = run(args, 'PT-secret\n');
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(
        new RegExp(
          `^patchbay: [^\\n]*cannot be created: permission denied\\. Set ${variable} to a folder that you can write to[^\\n]*\\n`,
        ),
      ),
    ]);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('does not keep the bench from evaluating', () => {
    expect(run(['-e', '1 + 1'])).toMatchObject({ status: 0, stdout: '2\n' });
  });
});
