import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';

const SECRET = 'Zq7-command-line+9';
const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'cli-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);

/** The built command with a credential in its environment. */
async function patchbay(...args: string[]) {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATFORM_')));
  const child = spawn(process.execPath, [join(root, 'dist', 'cli.js'), ...args], {
    cwd: folder,
    env: { ...inherited, PATCHBAY_STATE_DIR: folder, NO_COLOR: '1', API_NINJAS_KEY: SECRET },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

/** A recording that an older version made with the credential. */
function leaking(name: string): string {
  const recording = readFileSync(join(root, 'fixtures', 'bindings', 'by-address.yaml'), 'utf8');
  writeFileSync(file(name), recording.replace('Spare', SECRET));
  return file(name);
}

it('prints an error of -e without the credentials of the environment', async () => {
  const { code, err } = await patchbay('-e', "throw new Error('refused: ' + process.env.API_NINJAS_KEY)");
  expect(code).toBe(1);
  expect(err).toContain('Error: refused: [cut]');
  expect(err).not.toContain(SECRET);
});

it('hands a program the value it asks for', async () => {
  expect(await patchbay('-e', 'process.env.API_NINJAS_KEY')).toMatchObject({
    code: 0,
    out: expect.stringContaining(SECRET),
  });
});

it.each([[[]], [['--no-redact']]])('records nothing of a credential of the environment, with %j', async (flags) => {
  const tape = file(`tape${flags.length}.yaml`);
  const source = "await platform.queues.create({ name: Buffer.from(process.env.API_NINJAS_KEY).toString('hex') })";
  expect(await patchbay('--record', tape, ...flags, '-e', source)).toMatchObject({ code: 0 });
  expect(readFileSync(tape, 'utf8')).toContain('queues.create');
  expect(readFileSync(tape, 'utf8')).not.toContain(Buffer.from(SECRET).toString('hex'));
});

it('finds any credential of the environment in a recording, and names its variable', async () => {
  const { code, out } = await patchbay('cassette', 'check', leaking('checked.yaml'));
  expect(code).toBe(3);
  expect(out).toContain('contains the value of API_NINJAS_KEY in your environment');
  expect(out).not.toContain(SECRET);
});

it('redacts any credential of the environment in a recording', async () => {
  const tape = leaking('redacted.yaml');
  const { code, out } = await patchbay('cassette', 'redact', tape);
  expect(code).toBe(0);
  expect(out).toContain('known before (a credential of the environment)');
  expect(readFileSync(tape, 'utf8')).not.toContain(SECRET);
});
