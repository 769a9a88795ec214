// Ctrl-Z, `fg` and the user's editor on the built bench, started in a real bash, at three widths.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checked, env, finish, home, isAtRest, patchbay } from './support/checks.mjs';
import { openTerminal } from './support/tmux.mjs';

const editor = join(home, 'editor.sh');
const seen = join(home, 'seen');
writeFileSync(
  editor,
  `#!/bin/sh\nstat -c '%a' "$1" > '${seen}'\ncat "$1" >> '${seen}'\nstty -a > '${home}/mode'\nprintf 'edit> '\nread answer\n[ "$answer" = no ] && exit 4\necho "6 *\n7" > "$1"\n`,
);
chmodSync(editor, 0o755);
const temporary = join(home, 'tmp');
mkdirSync(temporary);
const edited = () => readdirSync(temporary).filter((name) => name.startsWith('patchbay-edit-'));

for (const columns of [40, 80, 200]) {
  const shell = openTerminal("PS1='$ ' exec bash --norc --noprofile", {
    columns,
    env: { ...env, TMPDIR: temporary, HISTFILE: '' },
  });
  const check = (name, act) => checked(`${columns} columns: ${name}`, shell, act);
  const { see, type, press, cursor } = shell;
  const enter = (text) => {
    type(text);
    press('Enter');
  };
  const isAt = (text) => (lines) => lines.at(-1) === `sandbox › ${text}`;

  await check('Ctrl-Z gives the terminal back to the shell', async () => {
    await see(/\$/);
    enter(patchbay);
    await see(isAtRest);
    type('const half = [1,');
    press('M-Enter');
    type('2');
    await see(/… {1,3}2\s*$/);
    press('C-z');
    await see(/\n\[1\]\+ +Stopped[^\n]*\n(?:[^\n]*\n)?\$\s*$/);
    // The shell edits lines itself, so a child shows the mode of the terminal.
    enter('stty -a | grep -o " -*icanon\\| -*echo "; echo "lines $((20 + 3))"');
    await see(/\n icanon\n echo\nlines 23\n/);
  });
  await check('fg draws the input again, and its keys work', async () => {
    enter('fg');
    await see(/sandbox › const half = \[1,\n +… {1,3}2\s*$/);
    type(']; half');
    press('Enter');
    await see(/\n\[ 1, 2 \]\nsandbox ›\s*$/);
    if (cursor().split(',')[0] !== '10') throw new Error(`the cursor is at ${cursor()}`);
  });
  await check('bg stops at the terminal again, and fg continues', async () => {
    type('half.length');
    await see(isAt('half.length'));
    press('C-z');
    await see(/Stopped[^$]*\$\s*$/);
    enter('clear; bg');
    await see(/&\n/);
    enter('jobs');
    await see(/Stopped/);
    enter('fg');
    await see(isAt('half.length'));
    press('Enter');
    await see(/half\.length\n2\nsandbox ›\s*$/);
  });
  await check('Ctrl-Z stops a running input, which ends after fg', async () => {
    enter('await new Promise((done) => { globalThis.go = done }); "went on"');
    await see(' s · Ctrl-C');
    press('C-z');
    await see(/Stopped[^$]*\$\s*$/);
    enter('clear; fg');
    await see(' s · Ctrl-C');
    press('C-c');
    await see(/Interrupted\n(?:.*\n)*?sandbox ›\s*$/);
  });
  await check('a stop by another process is noticed at fg', async () => {
    type('const kept = 1');
    await see(isAt('const kept = 1'));
    const pid = shell.foreground();
    process.kill(pid, 'SIGSTOP');
    await see(/Stopped[^$]*\$\s*$/);
    enter('clear; fg');
    await see(isAt('const kept = 1'));
    press('Enter');
    await see(isAtRest);
  });
  await check('Ctrl-X Ctrl-E without an editor says how to set it', async () => {
    press('C-l');
    type('1 +');
    press('C-x', 'C-e');
    await see(/No editor is set[\s\S]*sandbox › 1 \+\s*$/);
    press('C-c');
    await see(isAtRest);
  });
  await check('the editor changes the input', async () => {
    enter(`process.env.EDITOR = '${editor}'; 0`);
    await see(/\n0\nsandbox ›\s*$/);
    press('C-l');
    type('6 * 8');
    await see(isAt('6 * 8'));
    press('C-x', 'C-e');
    await see(/edit>\s*$/);
    if (edited().length !== 1) throw new Error(`the files of the editor: ${edited()}`);
    if (!/ icanon/.test(readFileSync(join(home, 'mode'), 'utf8'))) throw new Error('the terminal is in raw mode');
    enter('yes');
    await see(/sandbox › 6 \*\n +… {1,3}7\s*$/);
    if (readFileSync(seen, 'utf8') !== '600\n6 * 8\n') throw new Error(readFileSync(seen, 'utf8'));
    press('Enter');
    await see(/\n42\nsandbox ›\s*$/);
    if (edited().length > 0 || !existsSync(seen)) throw new Error(`not removed: ${edited()}`);
  });
  await check('an exit code of the editor keeps the input', async () => {
    type('6 * 9');
    await see(isAt('6 * 9'));
    press('C-x', 'C-e');
    await see(/edit>\s*$/);
    enter('no');
    await see(/exited with code 4[\s\S]*sandbox › 6 \* 9\s*$/);
    press('C-c');
    await see(isAtRest);
  });
  shell.close();
}
finish();
