// Commands that write files: killed at random moments, on a full disk, with a limit of the file size, in a folder that
// cannot be written, and eight at once. A file is never half, and nothing is lost. Each run takes a fifth of the commands
// and of the competitions; PATCHBAY_TEST_LONG=1 takes all, with more than 200 kills.
import assert from 'node:assert/strict';
import { COMPETITORS } from './support/competitors.mjs';
import { contentOf, folderFor, leftIn, shapeOf, smallDisk, start } from './support/run-writer.mjs';
import { WRITERS } from './support/writer-commands.ts';

const IS_LONG = process.env.PATCHBAY_TEST_LONG === '1';
const RUN = Number(process.env.PATCHBAY_TEST_RUN ?? 0);
const SHARES = 5;
const KILLS = IS_LONG ? 10 : 4;
const rotated = (all) => (IS_LONG ? all : all.filter((_, index) => index % SHARES === RUN % SHARES));
const nameOf = ({ name, command }) => name ?? command;
const ok = (name) => console.log(`ok ${name}`);

let kills = 0;
for (const writer of rotated(WRITERS)) {
  const name = nameOf(writer);
  const folder = folderFor(writer);
  const before = shapeOf(writer, folder);
  const began = performance.now();
  const whole = await start(writer, folder).ended;
  let tookMs = performance.now() - began;
  assert.equal(whole.code, 0, `${name}: ${whole.err}`);
  const complete = shapeOf(writer, folder);
  assert.ok(complete, `${name} writes ${writer.file}`);
  assert.notEqual(complete, before, `${name} changes ${writer.file}`);
  assert.deepEqual(leftIn(folder), [], `${name} leaves temporary files`);

  let killed = 0;
  for (let attempts = 0; killed < KILLS && attempts < 3 * KILLS; attempts++) {
    const own = folderFor(writer);
    const begun = performance.now();
    const { child, ended } = start(writer, own);
    const timer = setTimeout(() => child.kill('SIGKILL'), tookMs * (0.3 + 0.7 * Math.random()));
    const { signal } = await ended;
    clearTimeout(timer);
    if (signal === 'SIGKILL') killed++;
    // The first run also compiled the program.
    else tookMs = Math.min(tookMs, performance.now() - begun);
    const after = shapeOf(writer, own);
    assert.ok(after === before || after === complete, `${name} left half a file after a kill: ${after?.length}`);
    // The next run works, and removes what the killed one left.
    if (after === complete || killed % 2 > 0) continue;
    const again = await start(writer, own).ended;
    assert.equal(again.code, 0, `${name} after a kill: ${again.err}`);
    assert.equal(shapeOf(writer, own), complete, name);
    assert.deepEqual(leftIn(own), [], `${name} leaves temporary files after a kill`);
  }
  kills += killed;
  ok(`${name}: after kills, the file is old or complete`);

  const limited = folderFor(writer);
  const cut = await start(writer, limited, ['prlimit', '--fsize=64']).ended;
  const left = shapeOf(writer, limited);
  assert.ok(left === before || left === complete, `${name} left half a file at a limit of the size: ${left?.length}`);
  assert.ok(cut.code !== 0 || left === complete, `${name} reports no limit of the size`);
  assert.ok(!/^\s+at /m.test(cut.err), `${name} at a limit of the size prints a stack: ${cut.err}`);
  ok(`${name}: with a limit of the file size, the file is old or complete`);
}
if (IS_LONG) assert.ok(kills >= 200, `${kills} processes were killed before they ended`);

const disk = smallDisk();
if (disk === undefined) console.log('no file system can be mounted here: the proofs on a full disk are left out');
else {
  for (const writer of rotated(WRITERS)) {
    const { file } = writer;
    const name = nameOf(writer);
    for (const kind of ['full', 'read-only']) {
      const folder = folderFor(writer, disk.folder);
      const before = contentOf(folder, file);
      if (kind === 'full') disk.fill();
      else disk.protect();
      const { code, err } = await start(writer, folder).ended;
      const after = contentOf(folder, file);
      disk.restore();
      assert.equal(after, before, `${name} changed ${file} on a ${kind} disk`);
      assert.ok(code !== 0 && err.trim() !== '', `${name} on a ${kind} disk: code ${code}, ${err}`);
      assert.ok(!/^\s+at /m.test(err), `${name} on a ${kind} disk prints a stack: ${err}`);
    }
    ok(`${name}: on a full and on a read-only disk, nothing changes, and the reason is printed`);
  }
  disk.remove();
}

for (const [name, compete] of rotated(Object.entries(COMPETITORS))) {
  await compete();
  ok(name);
}
