import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningKernel, startKernel } from '../../src/kernel/index.js';
import { rotated } from '../support/rotation.js';

/** A field that only the type of a phone number has. */
const FIELD = 'call_relay_script_url';

/** A cell, a list in the next cell, and a name that only the type of its items has. */
const CELLS: readonly (readonly [cell: string, list: string, name: string])[] = [
  ['const page = await platform.phone_numbers.list()', 'page.data', FIELD],
  ['const { data } = page', 'data', FIELD],
  ['const { data: [first, ...rest], links } = page', 'rest', FIELD],
  ['const { id, name: called } = first', '[called]', 'toUpperCase'],
  ['const [one] = (await platform.phone_numbers.list()).data', '[one]', FIELD],
  [
    'const [queues, a] = await Promise.all([platform.queues.list(), platform.fabric.addresses.list()])',
    'a.data',
    'channels',
  ],
  ['const ids = new Map(page.data.map((n) => [n.id, n]))', '[...ids.values()]', FIELD],
  ['const load = async (p: typeof page) => p.data', '(await load(page))', FIELD],
  ["const made = await platform.queues.create({ name: 'x' })", '[made]', 'current_size'],
  ['type Row = (typeof page.data)[number]; interface Held { row: Row }', '([] as Held[]).map((h) => h.row)', FIELD],
  ['enum Colour { Red, Green }', '[Colour]', 'Green'],
  ['class Own { held: Held[] = []; find() { return this.held } }', 'new Own().find().map((h) => h.row)', FIELD],
  ["import { Agent } from 'patchbay/skills'; const mine = new Agent()", '[mine]', 'define_data_map'],
  ["const fs = await import('node:fs'); const stats = fs.statSync('.')", '[stats]', 'mtimeMs'],
  ['const client: RestClient = platform', '[client.queues]', 'get_member'],
  ['const wrong: string = 5, right = page', 'right.data', FIELD],
];

const FOLDERS = ['notebooks', '.'];
/** The compiler reads the repository for each of them: two of four runs take one. */
const tested = rotated(FOLDERS, 4);

for (const cwd of FOLDERS)
  describe.runIf(tested.includes(cwd))(`in the folder ${cwd} of the repository`, () => {
    const state = mkdtempSync(join(tmpdir(), 'session-types-'));
    let kernel: RunningKernel;
    beforeAll(async () => {
      kernel = await startKernel({
        cwd: resolve(cwd),
        env: { ...process.env, PATCHBAY_STATE_DIR: state, PATCHBAY_TYPES: '' },
      });
      await kernel.request('complete_request', { code: "'a'.toUpp", cursor_pos: 9 }); // loads the compiler
    }, 120_000);
    afterAll(async () => {
      await kernel.shutdown();
      rmSync(state, { recursive: true, force: true });
    }, 60_000);

    it.each(CELLS)('a later cell has the types of %s', async (code, list, name) => {
      const next = `${list}.map((item) => item.`;
      const { reply } = await kernel.request('execute_request', { code, allow_stdin: true });
      expect(reply).toMatchObject({ status: 'ok' });
      const completed = await kernel.request('complete_request', { code: next, cursor_pos: next.length });
      expect(completed.reply.matches).toContain(name);
    });
  });
