import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editedText, editorCommand } from '../../src/repl/external-editor.js';
import { atThePrompt, settled } from './support/at-the-prompt.js';

const CTRL_X_CTRL_E = '\x18\x05';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-editor-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Creates an editor that notes its file, its mode and the text, and then runs a command on the file. */
function editor(command: string): string {
  const file = join(folder, 'an editor.sh');
  writeFileSync(
    file,
    `#!/bin/sh\necho "$2" > '${folder}/path'\nstat -c %a "$2" > '${folder}/mode' 2>/dev/null || stat -f %Lp "$2" > '${folder}/mode'\ncp "$2" '${folder}/text'\n${command}\n`,
  );
  chmodSync(file, 0o755);
  return `'${file}' --wait`;
}
const noted = (name: string) => readFileSync(join(folder, name), 'utf8').trimEnd();

describe('the editor of the user', () => {
  it('edits a private TypeScript file that is removed afterwards', async () => {
    const edited = await editedText('const a = 1', editor('printf "const b = 2\\r\\nb\\n\\n" > "$2"'));
    expect(edited).toBe('const b = 2\nb');
    expect([noted('text'), noted('mode')]).toEqual(['const a = 1', '600']);
    expect(noted('path')).toMatch(/\.ts$/);
    expect(existsSync(noted('path'))).toBe(false);
  });
  it('keeps the input after an exit code that is not 0', async () => {
    await expect(editedText('a', editor('echo b > "$2"; exit 3'))).rejects.toThrow(
      /^The editor exited with code 3, so the input is unchanged: '.*an editor\.sh' --wait$/,
    );
    expect(existsSync(noted('path'))).toBe(false);
    await expect(editedText('a', join(folder, 'missing'))).rejects.toThrow(/exited with code 127/);
  });
  it('is VISUAL before EDITOR', () => {
    expect(editorCommand({ VISUAL: 'code --wait', EDITOR: 'nano' })).toBe('code --wait');
    expect(editorCommand({ VISUAL: ' ', EDITOR: 'nano' })).toBe('nano');
    expect(() => editorCommand({})).toThrow(/^No editor is set\. Set VISUAL or EDITOR in your shell/);
  });
});

describe('Ctrl-X Ctrl-E', () => {
  it('replaces the input with the edited text, and undo restores it', async () => {
    const { type, text } = atThePrompt({ edit: async (before) => `${before} + 2` });
    await type('1', CTRL_X_CTRL_E);
    expect(text()).toBe('1 + 2');
    await type('\x1f');
    expect(text()).toBe('1');
  });
  it('keeps the input and shows why when the editor fails', async () => {
    const { type, text, notices } = atThePrompt({ edit: async () => Promise.reject(new Error('No editor is set.')) });
    await type('1 +', CTRL_X_CTRL_E);
    expect([text(), notices]).toEqual(['1 +', ['No editor is set.']]);
  });
  it('delays the keys after it until the editor ends', async () => {
    let finish = (_: string) => {};
    const edit = () =>
      new Promise<string>((resolve) => {
        finish = resolve;
      });
    const { type, text, calls } = atThePrompt({ edit });
    await type('1', `${CTRL_X_CTRL_E} + 3\r`);
    expect([text(), calls]).toEqual(['1', []]);
    finish('2');
    await settled();
    expect(calls).toEqual(['run 2 + 3']);
  });
  it('needs both keys', async () => {
    const { type, text } = atThePrompt({ edit: async () => 'edited' });
    await type('1', '\x18', 'a', '\x05');
    expect(text()).toBe('1a');
  });
});

describe('Ctrl-Z', () => {
  it('suspends after the keys before it, and keeps the input', async () => {
    const { type, text, suspended } = atThePrompt();
    await type('ab\x1acd');
    expect([suspended, text()]).toEqual([['ab'], 'abcd']);
  });
  it('does not answer a question', async () => {
    const { type, ask, suspended } = atThePrompt();
    const answer = ask('send it?');
    await type('\x1a', 'y');
    expect([suspended, await answer]).toEqual([[''], true]);
  });
  it('suspends while an input runs', async () => {
    const { type, suspended, calls } = atThePrompt({ values: { wait: () => new Promise(() => {}) } });
    await type('wait\r', 'x', '\x1a');
    expect([calls, suspended]).toEqual([['run wait'], ['x']]);
  });
});
