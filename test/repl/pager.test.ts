import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showInPager } from '../../src/repl/pager.js';
import { wholeText } from '../../src/repl/scrollback/index.js';
import { TerminalControl } from '../../src/repl/terminal-control.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-pager-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Creates a pager that runs a shell command. */
function pager(command: string): string {
  const file = join(folder, 'a pager.sh');
  writeFileSync(file, `#!/bin/sh\n${command}\n`);
  chmodSync(file, 0o755);
  return `'${file}' -R`;
}

describe('the pager of the user', () => {
  it('reads all of the text, and its options are passed on', async () => {
    const text = 'a line\n'.repeat(100_000);
    await showInPager(text, { PAGER: pager(`cat > '${folder}/read'; echo "$1" > '${folder}/options'`) });
    expect(readFileSync(join(folder, 'read'), 'utf8')).toBe(text);
    expect(readFileSync(join(folder, 'options'), 'utf8')).toBe('-R\n');
  });
  it('can be closed before it has read the text', async () => {
    await showInPager('a line\n'.repeat(1_000_000), { PAGER: pager('exit 0') });
  });
  it('is named with a next step if it cannot run', async () => {
    await expect(showInPager('x', { PAGER: join(folder, 'missing') })).rejects.toThrow(
      /^there is no program for .*missing\. Install less, set PAGER to another program, or type \.last --all/,
    );
    await expect(showInPager('x', { PAGER: pager('exit 3') })).rejects.toThrow(/^the pager exited with code 3: /);
  });
});

it('has the terminal for itself, which is taken back also after an error', async () => {
  const events: string[] = [];
  const user = (name: string) => ({
    release: () => void events.push(`${name} release`),
    take: () => void events.push(`${name} take`),
    hold: () => void events.push(`${name} hold`),
  });
  const control = new TerminalControl({ keyboard: user('keyboard'), screen: user('screen') });
  const PAGER = pager('exit 3');
  await expect(
    control.lend(async () => {
      expect(control.isElsewhere).toBe(true);
      events.push('pager');
      await showInPager('x', { PAGER });
    }),
  ).rejects.toThrow('exited with code 3');
  expect(events).toEqual(['screen hold', 'keyboard release', 'pager', 'keyboard take', 'screen release']);
});

it('gets all of a value, in the form of the screen', () => {
  const look = { columns: 80, colour: true, mode: { kind: 'sandbox' }, zone: 'UTC' } as const;
  const rows = Array.from({ length: 50 }, (_, index) => ({ id: `row${index}`, at: '2025-06-02T14:00:40.000Z' }));
  const text = wholeText(rows, look);
  expect(text).toContain('row49');
  expect(text).toContain('2025-06-02 14:00:40 UTC');
  expect(text).not.toContain('.more');
});
