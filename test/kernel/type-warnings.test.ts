import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startKernel } from '../../src/kernel/index.js';

it('shows type warnings to a person and none to a program', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'types-'));
  const kernel = await startKernel({
    cwd: folder,
    env: { ...process.env, PATCHBAY_STATE_DIR: folder, PATCHBAY_TYPES: '' },
  });
  const said = async (code: string, allow_stdin: boolean) => {
    const { published } = await kernel.request('execute_request', { code, allow_stdin });
    return published.map(({ content }) => content.text ?? '').join('');
  };
  // What only the compiler can answer: afterwards it is loaded.
  await kernel.request('complete_request', { code: "'a'.toUpp", cursor_pos: 9 });
  expect(await said('let s: string = 5; s', true)).toMatch(
    /^type warning 1:5 Type 'number' is not assignable .*TS2322/,
  );
  expect(await said('platform.phone_numbers.lst', true)).toContain("'lst' does not exist");
  expect(await said('let t: string = 5; t', false)).toBe('');
  for (const code of ['_', '_err', '[3, 1].toSorted()', 'import.meta.dirname', 'export const exported = 1', 'exported'])
    expect(await said(code, true), code).toBe('');
  await kernel.shutdown();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);
