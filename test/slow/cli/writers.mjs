// Commands that write files: killed at random moments, on a full disk, with a limit of the file size, in a folder that
// cannot be written, and eight at once. A file is never half, and nothing is lost.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const KILLS = 20;
const root = resolve(import.meta.dirname, '..', '..', '..');
const cli = join(root, 'dist', 'cli.js');
const base = mkdtempSync(join(tmpdir(), 'writers-'));
const case_ = join(root, 'fixtures/issues/stale-id/session.yaml');
const HAR = {
  log: {
    version: '1.2',
    creator: { name: 'test', version: '1' },
    entries: Array.from({ length: 300 }, (_, n) => ({
      startedDateTime: '2025-06-02T09:00:00.000Z',
      time: 1,
      request: {
        ...{ method: 'GET', url: `https://example.com/api/relay/rest/queues/${n}`, httpVersion: 'HTTP/1.1' },
        ...{ headers: [], queryString: [], cookies: [], headersSize: -1, bodySize: -1 },
      },
      response: {
        ...{ status: 404, statusText: '', httpVersion: 'HTTP/1.1', headers: [], cookies: [], redirectURL: '' },
        ...{ content: { size: 2, mimeType: 'application/json', text: '{}' }, headersSize: -1, bodySize: -1 },
      },
      cache: {},
      timings: { send: 0, wait: 1, receive: 0 },
    })),
  },
};
const har = join(base, 'case.har');
writeFileSync(har, JSON.stringify(HAR));
const CONFIG = 'export default {};\n';

/** The commands: the file that each writes, and its arguments. `before` puts an older file there. */
const WRITERS = {
  'export --to ts': { file: 'out.ts', args: ['export', case_, '--to', 'ts', '-o', 'out.ts'] },
  'export --to har': { file: 'out.har', args: ['export', case_, '--to', 'har', '-o', 'out.har'] },
  import: { file: 'out.yaml', args: ['import', har, '-o', 'out.yaml'] },
  minimize: { file: 'small.yaml', args: ['minimize', case_, '-o', 'small.yaml'] },
  'cassette redact': {
    file: 'own.yaml',
    args: ['cassette', 'redact', 'own.yaml'],
    before: (folder) => copyFileSync(case_, join(folder, 'own.yaml')),
  },
  'profile add': {
    file: 'profiles.json',
    args: ['profile', 'add', 'p', '--project', 'project-1', '--space', 'a.example.com'],
    input: 'PTabc123def456\n',
  },
  'config allow': {
    file: 'allowed.json',
    args: ['config', 'allow'],
    before: (folder) => writeFileSync(join(folder, 'patchbay.config.ts'), CONFIG),
  },
  'notebook copy': { file: 'lessons/notebooks/01-first-call.ipynb', args: ['notebook', 'copy', 'lessons'] },
  'kernel install': {
    file: 'share/jupyter/kernels/patchbay/kernel.json',
    args: ['kernel', 'install', '--prefix', '.'],
  },
};

const envOf = (folder) => ({ ...process.env, PATCHBAY_CONFIG_DIR: folder, PATCHBAY_STATE_DIR: folder, HOME: folder });
const start = (args, folder, input = '', prefix = []) => {
  const [program, ...rest] = [...prefix, process.execPath, cli, ...args];
  const child = spawn(program, rest, { cwd: folder, env: envOf(folder), stdio: ['pipe', 'pipe', 'pipe'] });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (text) => void (printed.out += text));
  child.stderr.on('data', (text) => void (printed.err += text));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return { child, ended: once(child, 'close').then(([code, signal]) => ({ code, signal, ...printed })) };
};
let count = 0;
const folderFor = (writer, parent = base) => {
  const folder = join(parent, `${count++}`);
  mkdirSync(folder);
  writer.before?.(folder);
  return folder;
};
const contentOf = (folder, file) =>
  existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : undefined;
/** Times and ids of a run differ. */
const shape = (text) =>
  text
    ?.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/[0-9a-f]{64}/g, 'HASH')
    .replaceAll(base, '')
    .replace(/\/\d+\//g, '/N/');
const ok = (name) => console.log(`ok ${name}`);

for (const [name, writer] of Object.entries(WRITERS)) {
  const { file, args, input } = writer;
  const folder = folderFor(writer);
  const before = shape(contentOf(folder, file));
  const began = performance.now();
  const whole = await start(args, folder, input).ended;
  const tookMs = performance.now() - began;
  assert.equal(whole.code, 0, `${name}: ${whole.err}`);
  const complete = shape(contentOf(folder, file));
  assert.ok(complete, `${name} wrote ${file}: ${readdirSync(folder)}`);

  for (let kill = 0; kill < KILLS; kill++) {
    const own = folderFor(writer);
    const { child, ended } = start(args, own, input);
    const timer = setTimeout(() => child.kill('SIGKILL'), tookMs * (0.4 + 0.7 * Math.random()));
    await ended;
    clearTimeout(timer);
    const now = shape(contentOf(own, file));
    assert.ok(now === before || now === complete, `${name} left half a file after a kill: ${now?.length}`);
    if (kill % 5 > 0) continue;
    if (now === complete && args[0] !== 'profile') rmSync(join(own, file), { force: true });
    if (now === complete) writer.before?.(own);
    const again = await start(args, own, input).ended;
    assert.equal(again.code, 0, `${name} after a kill: ${again.err}`);
    assert.equal(shape(contentOf(own, file)), complete, name);
    const left = readdirSync(own).filter((one) => /patchbay-(?:tmp|lock)$/.test(one));
    assert.deepEqual(left, [], `${name} leaves temporary files`);
  }
  ok(`${name} killed ${KILLS} times leaves all or nothing`);

  const limited = folderFor(writer);
  const cut = await start(args, limited, input, ['prlimit', '--fsize=64']).ended;
  const left = shape(contentOf(limited, file));
  assert.ok(left === before || left === complete, `${name} left half a file at a limit of the size: ${left?.length}`);
  assert.ok(cut.code !== 0 || left === complete, `${name} says nothing about a limit of the size`);
  ok(`${name} with a limit of the file size leaves all or nothing`);
}

/** A file system of its own: full, or read-only. */
function disk(size) {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  return mounted.status === 0 ? folder : undefined;
}
const small = disk('256k');
if (small === undefined) console.log('no file system can be mounted here: the proofs on a full disk are left out');
else {
  for (const [name, writer] of Object.entries(WRITERS)) {
    const { file, args, input } = writer;
    for (const kind of ['full', 'read-only']) {
      const folder = folderFor(writer, small);
      const before = contentOf(folder, file);
      if (kind === 'full')
        spawnSync('dd', ['if=/dev/zero', `of=${join(small, 'filler')}`, 'bs=1k'], { stdio: 'ignore' });
      else execFileSync('mount', ['-o', 'remount,ro', small]);
      const { code, err } = await start(args, folder, input).ended;
      const after = contentOf(folder, file);
      execFileSync('mount', ['-o', 'remount,rw', small]);
      rmSync(join(small, 'filler'), { force: true });
      assert.equal(after, before, `${name} changed ${file} on a ${kind} disk`);
      assert.ok(code !== 0 && err.trim() !== '', `${name} on a ${kind} disk: code ${code}, ${err}`);
      assert.ok(!/^\s+at /m.test(err), `${name} on a ${kind} disk prints a stack: ${err}`);
      rmSync(folder, { recursive: true, force: true });
    }
    ok(`${name} on a full and on a read-only disk changes nothing, and says why`);
  }
  execFileSync('umount', [small]);
  rmSync(small, { recursive: true });
}

const EIGHT = [...Array(8).keys()];
{
  const folder = folderFor({});
  const add = (n) => ['profile', 'add', `p${n}`, '--project', 'project-1', '--space', 'a.example.com'];
  const all = await Promise.all(EIGHT.map((n) => start(add(n), folder, 'PTabc123def456\n').ended));
  assert.deepEqual(
    all.map(({ code }) => code),
    EIGHT.map(() => 0),
    all.map(({ err }) => err).join(''),
  );
  const { profiles } = JSON.parse(contentOf(folder, 'profiles.json'));
  assert.deepEqual(
    Object.keys(profiles).sort(),
    EIGHT.map((n) => `p${n}`),
  );
  ok('eight processes add eight profiles');
}
{
  const folder = folderFor({});
  const all = await Promise.all(
    EIGHT.map((n) => {
      mkdirSync(join(folder, `of-${n}`));
      writeFileSync(join(folder, `of-${n}`, 'patchbay.config.ts'), CONFIG);
      const child = spawn(process.execPath, [cli, 'config', 'allow'], {
        cwd: join(folder, `of-${n}`),
        env: envOf(folder),
        stdio: 'ignore',
      });
      return once(child, 'close');
    }),
  );
  assert.ok(all.every(([code]) => code === 0));
  assert.equal(Object.keys(JSON.parse(contentOf(folder, 'allowed.json'))).length, 8);
  ok('eight processes allow eight configurations');
}
{
  const folder = folderFor({});
  const args = ['export', case_, '--to', 'ts', '-o', 'out.ts'];
  const all = await Promise.all(EIGHT.map(() => start(args, folder).ended));
  assert.equal(all.filter(({ code }) => code === 0).length, 1, all.map(({ err }) => err).join(''));
  assert.match(contentOf(folder, 'out.ts'), /await platform[^;]*;\n$/);
  ok('one of eight exports writes a new file');
}
{
  const folder = folderFor({});
  const code = (n) =>
    `await platform.queues.create({ name: 'q${n}' }); await new Promise((done) => setTimeout(done, 1500)); ${n}`;
  const all = await Promise.all(EIGHT.map((n) => start(['--record', 'one.yaml', '-e', code(n)], folder).ended));
  const recorded = all.filter(({ code: status }) => status === 0);
  const refused = all.filter(({ err }) => /one\.yaml is in use by process \d+\./.test(err));
  const names = [...contentOf(folder, 'one.yaml').matchAll(/friendly_name: ?"?(q\d)/g)].map(([, name]) => name);
  assert.equal(recorded.length + refused.length, 8, all.map(({ err }) => err).join(''));
  // A session that began after another one had ended replaces its recording, as in one window after the other.
  assert.ok(recorded.length >= 1 && names.length === 1, `${recorded.length} recorded, the file has ${names}`);
  assert.deepEqual(
    readdirSync(folder).filter((one) => /lock|unredacted|tmp/.test(one)),
    [],
  );
  ok('one of eight sessions records into a file, the others are refused at once');
}
rmSync(base, { recursive: true });
