import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { createSandbox } from '../../src/sandbox.js';

const root = join(import.meta.dirname, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^( *)```ts\n([\s\S]*?)^ *```/gm)].map(([, , code]) => code as string);
const isProgram = (block: string) => block.startsWith('import ');
const session = blocks.filter((block) => !isProgram(block));
const [replay, library] = blocks.filter(isProgram);

afterEach(() => vi.unstubAllEnvs());

it('shows inputs that work in order', async () => {
  const bench = createBench();
  const lines = session.flatMap((block) => block.split('\n').map((line) => line.trim())).filter(Boolean);
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines)
    expect([line, await bench.run(line)]).toEqual([line, expect.objectContaining({ ok: true })]);
  await bench.close();
});

it('calls numbers that a search does not offer for sale', async () => {
  const client = createSandbox().client();
  const called = [...readme.matchAll(/\bto: '(\+1(\d{3})\d+)'/g)];
  expect(called).not.toEqual([]);
  for (const [, number, areacode] of called) {
    const { data } = await client.phone_numbers.search({ areacode, max_results: 100 });
    expect(data).not.toContainEqual(expect.objectContaining({ number }));
  }
});

/** Commands that a test cannot run: they need a terminal, the network, Jupyter or the user's shell, or they start a server. */
const ELSEWHERE = [
  /CODE|FILE|…/,
  / sandbox --port/,
  / doctor$/,
  /^source /,
  / --live$/,
  / serve /,
  / edit /,
  / kernel install/,
  / notebook run /,
];

it('shows commands that work in order', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'readme-'));
  symlinkSync(join(root, 'fixtures'), join(folder, 'fixtures'));
  const commands = [...readme.matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm)]
    .flatMap(([, , code = '']) => code.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '' && !ELSEWHERE.some((one) => one.test(line)));
  expect(commands.length).toBeGreaterThan(5);
  const own = `patchbay() { '${process.execPath}' '${join(root, 'dist', 'cli.js')}' "$@"; }; npm() { shift 2; patchbay "$@"; };`;
  const ended = commands.map((command) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', `${own} ${command}`], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATCHBAY_STATE_DIR: folder, PATCHBAY_CONFIG_DIR: folder, NO_COLOR: '1' },
    });
    return { command, status, stdout, stderr };
  });
  expect(ended.filter(({ status }) => status !== 0)).toEqual([]);
  // The replay prints the recorded values.
  const [recorded, replayed] = ended.filter(({ command }) => command.includes('lesson.yaml'));
  expect(recorded?.stdout).toMatch(/\S/);
  expect(replayed?.stdout).toBe(recorded?.stdout);
  rmSync(folder, { recursive: true });
});

it('shows a program that works', async () => {
  for (const name of ['PLATFORM_PROJECT_ID', 'PLATFORM_API_TOKEN', 'PLATFORM_SPACE']) vi.stubEnv(name, 'space.example');
  const bench = createBench({ directory: root });
  expect(await bench.run(`${library}\nawait simulated.queues.list()`)).toMatchObject({
    ok: true,
    value: { data: expect.any(Array) },
  });
  await bench.close();
});

it('shows a replay that works', async () => {
  const bench = createBench({ directory: root });
  const code = replay?.replace("'fixtures/", `'${join(root, 'fixtures')}/`);
  expect(await bench.run(code as string)).toMatchObject({ ok: true, value: { status: 200 } });
  await bench.close();
});
