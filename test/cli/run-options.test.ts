import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { liveCredentials } from '../../src/commands/profiles.js';

const CLI = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'run-options-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'script.ts'), 'console.log(JSON.stringify(process.argv.slice(2)))');
const profile = { project: 'p', host: 'https://127.0.0.1:9', token: 'PT-of-the-profile' };
writeFileSync(join(folder, 'profiles.json'), JSON.stringify({ profiles: { staging: profile } }), { mode: 0o600 });

const run = (...args: string[]) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const env = { ...process.env, PATCHBAY_STATE_DIR: folder, PATCHBAY_CONFIG_DIR: folder };
    const child = execFile(process.execPath, [CLI, 'run', ...args], { cwd: folder, env }, (_error, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });

describe('patchbay run', { timeout: 30_000 }, () => {
  it.each([
    [['--live', '--profile', 'staging']],
    [['--live', '--profile=staging']],
    [['--record', 'calls.yaml']],
    [['--record', 'calls.yaml', '--json']],
  ])('does not take the value of an option for the file: %j', async (args) => {
    const { code, out, err } = await run(...args, 'script.ts', '--profile', 'mine', '--help');
    // With `--json`, console output goes to standard error.
    expect([code, args.includes('--json') ? err : out]).toEqual([
      0,
      expect.stringMatching(/^(?:patchbay: .*\n)*\["--profile","mine","--help"\]\n/),
    ]);
    if (args[0] === '--live') expect(err).toContain('LIVE 127.0.0.1:9 (profile staging)');
  });

  it.each([
    [['--help']],
    [['-h']],
    [['--replay', 'calls.yaml', '--help']],
    [['--live', '--profile', 'staging', '-h']],
    [['--replay=calls.yaml', '--help']],
  ])('prints its help for %j', async (args) => {
    const { code, out } = await run(...args);
    expect([code, out]).toEqual([0, expect.stringContaining('patchbay run')]);
  });

  it('needs a file', async () => {
    expect(await run('--live', '--profile', 'staging')).toMatchObject({ code: 2, out: '' });
  });
});

describe('a profile of patchbay.config.ts', () => {
  const env = { PATCHBAY_CONFIG_DIR: folder };

  it('without a token is an error that names the profile, not a variable that is never read', () => {
    const credentials = () =>
      liveCredentials('half', { ...env, PLATFORM_API_TOKEN: 'unused' }, { half: { ...profile, token: '' } });
    expect(credentials).toThrow('Profile half has no token. Add it to patchbay.config.ts');
    expect(credentials).not.toThrow('PLATFORM_API_TOKEN');
  });

  it('without several fields names all of them', () => {
    const empty = { project: '', host: 'a.example.com', token: '' };
    expect(() => liveCredentials('empty', env, { empty })).toThrow(
      'Profile empty has no project and no token. Add them',
    );
  });
});
