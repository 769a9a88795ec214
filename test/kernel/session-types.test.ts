import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningKernel, startKernel } from '../../src/kernel/index.js';

/** A cell, code in the next cell, and a name that only its type has. */
const CELLS: readonly (readonly [cell: string, next: string, name: string])[] = [
  ['const page = await platform.phone_numbers.list()', 'page.data.filter((n) => n.', 'call_relay_script_url'],
  ['const { data } = page', 'data.map((n) => n.', 'call_relay_script_url'],
  ['const { data: [first, ...rest], links } = page', 'rest.map((n) => n.', 'call_relay_script_url'],
  ['const { id, name: called } = first', '[called].map((n) => n.', 'toUpperCase'],
  ['const [one] = (await platform.phone_numbers.list()).data', '[one].map((n) => n.', 'call_relay_script_url'],
  [
    'const [queues, addresses] = await Promise.all([platform.queues.list(), platform.fabric.addresses.list()])',
    'addresses.data.map((n) => n.',
    'channels',
  ],
  ['const ids = new Map(page.data.map((n) => [n.id, n]))', '[...ids.values()].map((n) => n.', 'call_relay_script_url'],
  ['const load = async (p: typeof page) => p.data', '(await load(page)).map((n) => n.', 'call_relay_script_url'],
  ["const made = await platform.queues.create({ name: 'x' })", '[made].map((n) => n.', 'current_size'],
  [
    'type Row = (typeof page.data)[number]; interface Held { row: Row }',
    'const h: Held[] = []; h.map((n) => n.row.',
    'name',
  ],
  ['enum Colour { Red, Green }', 'Colour.', 'Green'],
  ['class Own { held: Held[] = []; find() { return this.held } }', 'new Own().find().map((n) => n.row.', 'name'],
  ["import { Agent } from 'patchbay/skills'; const mine = new Agent()", '[mine].map((n) => n.', 'define_data_map'],
  ["const fs = await import('node:fs'); const stats = fs.statSync('.')", '[stats].map((n) => n.', 'mtimeMs'],
  ['const client: RestClient = platform', '[client].map((n) => n.queues.', 'get_member'],
  ['const wrong: string = 5, right = page', 'right.data.map((n) => n.', 'call_relay_script_url'],
];

describe.each(['notebooks', '.'])('in the folder %s of the repository', (cwd) => {
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

  it.each(CELLS)('a later cell has the types of %s', async (code, next, name) => {
    const { reply } = await kernel.request('execute_request', { code, allow_stdin: true });
    expect(reply).toMatchObject({ status: 'ok' });
    const completed = await kernel.request('complete_request', { code: next, cursor_pos: next.length });
    expect(completed.reply.matches).toContain(name);
  });
});
