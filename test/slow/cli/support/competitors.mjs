// Eight processes that write at the same time. Nothing is lost, and nothing is half.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCassette } from '../../../../dist/cassette.js';
import { contentOf, folderFor, leftIn, shapeOf, start } from './run-writer.mjs';
import { addProfile, CONFIG, TOKEN, WRITERS } from './writer-commands.ts';

const EIGHT = [...Array(8).keys()];
const errors = (all) => all.map(({ code, err }) => `${code} ${err}`).join('');
const writerOf = (command) => WRITERS.find((one) => one.command === command);
const inUse = ({ code, err }) => code === 2 && /\S+ is in use by process \d+\./.test(err);
const exists = ({ code, err }) => code === 2 && /\S+ (?:exists|already exists|cannot be written: \S+ exists)/.test(err);

/** Eight of one command in one folder. Those that do not write are refused. */
async function compete(command, { refused, atLeast }) {
  const writer = writerOf(command);
  const alone = folderFor(writer);
  assert.equal((await start(writer, alone).ended).code, 0);
  const folder = folderFor(writer);
  const all = await Promise.all(EIGHT.map(() => start(writer, folder).ended));
  const written = all.filter(({ code }) => code === 0).length;
  assert.equal(all.filter(refused).length + written, 8, errors(all));
  assert.ok(written >= atLeast, errors(all));
  assert.equal(shapeOf(writer, folder), shapeOf(writer, alone), command);
  assert.deepEqual(leftIn(folder), []);
  return written;
}

export const COMPETITORS = {
  async 'eight processes add eight profiles'() {
    const folder = folderFor({});
    const all = await Promise.all(EIGHT.map((n) => start({ args: addProfile(`p${n}`), input: TOKEN }, folder).ended));
    assert.ok(
      all.every(({ code }) => code === 0),
      errors(all),
    );
    const { profiles } = JSON.parse(contentOf(folder, 'profiles.json'));
    assert.deepEqual(
      Object.keys(profiles).sort(),
      EIGHT.map((n) => `p${n}`),
    );
  },
  async 'eight processes allow eight configurations'() {
    const folder = folderFor({});
    const all = await Promise.all(
      EIGHT.map((n) => {
        const own = join(folder, `of-${n}`);
        mkdirSync(own);
        writeFileSync(join(own, 'patchbay.config.ts'), CONFIG);
        return start({ args: ['config', 'allow'], env: { PATCHBAY_CONFIG_DIR: folder } }, own).ended;
      }),
    );
    assert.ok(
      all.every(({ code }) => code === 0),
      errors(all),
    );
    assert.equal(Object.keys(JSON.parse(contentOf(folder, 'allowed.json'))).length, 8);
  },
  async 'one of eight exports writes a new file'() {
    assert.equal(await compete('export', { refused: exists, atLeast: 1 }), 1);
  },
  async 'one of eight imports writes a new recording'() {
    const refused = (one) => exists(one) || inUse(one);
    assert.equal(await compete('import', { refused, atLeast: 1 }), 1);
  },
  async 'one of eight minimizations writes a new recording'() {
    assert.equal(await compete('minimize', { refused: exists, atLeast: 1 }), 1);
  },
  async 'eight processes redact one recording'() {
    await compete('cassette redact', { refused: inUse, atLeast: 1 });
  },
  async 'eight processes edit one recording'() {
    await compete('cassette edit', { refused: inUse, atLeast: 1 });
  },
  async 'eight processes write one index'() {
    assert.equal(await compete('skills index', { refused: () => false, atLeast: 8 }), 8);
  },
  async 'eight processes install one kernel'() {
    assert.equal(await compete('kernel install', { refused: () => false, atLeast: 8 }), 8);
  },
  async 'one of eight sessions records into a file, and the others are refused at once'() {
    const folder = folderFor({});
    const code = (n) =>
      `await platform.queues.create({ name: 'q${n}' }); await new Promise((done) => setTimeout(done, 1500)); ${n}`;
    const all = await Promise.all(
      EIGHT.map((n) => start({ args: ['--record', 'one.yaml', '-e', code(n)] }, folder).ended),
    );
    const written = all.filter(({ code: status }) => status === 0).length;
    assert.equal(all.filter(inUse).length + written, 8, errors(all));
    assert.ok(written >= 1, errors(all));
    // A session that began after another one had ended replaces its recording, as in one window after the other.
    const { entries } = openCassette(join(folder, 'one.yaml'));
    assert.equal(entries.length, 1);
    // No message names a file that does not exist.
    for (const { err } of all)
      for (const [name] of err.matchAll(/[\w.]*\.unredacted\.yaml/g))
        assert.ok(readdirSync(folder).includes(name), err);
    assert.deepEqual(leftIn(folder), []);
    assert.ok(!readdirSync(folder).includes('one.unredacted.yaml'));
  },
};
