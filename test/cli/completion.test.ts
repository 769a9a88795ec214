import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands/index.js';
import { placesOf, SHELLS } from '../../src/cli/completion/index.js';
import { EVALUATION } from '../../src/cli/options.js';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'patchbay-shell-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'patchbay'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
chmodSync(join(folder, 'patchbay'), 0o755);
writeFileSync(
  join(folder, 'profiles.json'),
  JSON.stringify({ profiles: { staging: { project: 'p', host: 'h.example.com', token: 't' } } }),
  { mode: 0o600 },
);
for (const name of ['calls.yaml', 'old calls.yml', 'live.ndjson', 'notes.md']) writeFileSync(join(folder, name), '');
const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, PATCHBAY_CONFIG_DIR: folder };

/** Returns the suggestions of bash for the last word, and whether it also completes file names. */
function inBash(line: string): string[] {
  const words = line.split(' ');
  const script = `source <(patchbay completion bash)
    compopt() { echo "$*"; }
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}
    _patchbay patchbay
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '-c', script], { env, cwd: folder, encoding: 'utf8' });
  return out.split('\n').filter(Boolean).sort();
}

describe('in bash', () => {
  it.each([
    ['patchbay pro', ['profile']],
    ['patchbay profile ', ['add', 'list', 'remove', 'use']],
    ['patchbay profile use ', ['staging']],
    ['patchbay profile use staging ', []],
    ['patchbay --live --profile s', ['staging']],
    ['patchbay --re', ['--record', '--replay']],
    ['patchbay run --re', ['--record', '--replay']],
    ['patchbay run --replay ', ['-o filenames', 'calls.yaml', 'live.ndjson', 'old calls.yml']],
    ['patchbay skills run datetime ', ['get_current_date', 'get_current_time']],
    ['patchbay skills run datetime get_current_d', ['get_current_date']],
    ['patchbay skills run datetime get_current_date ', []],
    ['patchbay run --replay story.yaml ', ['-o default']],
    [
      'patchbay run my.ts --',
      Object.keys(EVALUATION)
        .filter((name) => !['eval', 'help', 'version'].includes(name))
        .map((name) => `--${name}`),
    ],
    ['patchbay cassette diff one.yaml t', ['-o default']],
    ['patchbay cassette redact --output ', ['-o dirnames']],
    ['patchbay skills show wea', ['weather_api']],
    ['patchbay -e ', []],
    ['patchbay kernel install --sys', ['--sys-prefix']],
    ['patchbay nonsense ', []],
  ])('%s', (line, offers) => expect(inBash(line)).toEqual(offers.toSorted()));
});

describe('every shell', () => {
  it.each(Object.keys(SHELLS))('%s gets every command, action and option', async (shell) => {
    const places = await placesOf(commands, EVALUATION);
    const script = SHELLS[shell]?.(places) ?? '';
    const words = places.flatMap((place) =>
      [...place.words, ...place.flags].map(({ word }) => word.replace(/^--/, '')),
    );
    expect(words.length).toBeGreaterThan(60);
    expect(words.filter((word) => !script.includes(word))).toEqual([]);
  });
});
