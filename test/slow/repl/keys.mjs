// The vi keys and the search in the history on the built bench, at three widths.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { checked, enter, finish, home, isAtRest, openBench } from './support/checks.mjs';

for (const columns of [40, 80, 200]) {
  const state = join(home, `state-${columns}`);
  mkdirSync(state);
  const bench = await openBench({ columns, more: { XDG_STATE_HOME: state } });
  const { see, type, press, cursor } = bench;
  const check = (name, act) => checked(`${columns} columns: ${name}`, bench, act);
  const prompt = (text) => (lines) => lines.at(-1)?.trimEnd() === text;

  await check('Ctrl-R lists the matches, newest first', async ({ coloured, screen }) => {
    const long = `'${'filler '.repeat(6)}'.length + 1001`;
    for (const input of ['1001 + 1', '1001 + 2', '3', long]) await enter(bench, input, isAtRest);
    press('C-l');
    type('draft');
    press('C-r');
    type('1001');
    await see(/^⌕ 1001\n▸ .*1001.*\n {2}1001 \+ 2\n {2}1001 \+ 1\n {2}1 of 3/m);
    if (!/\x1b\[[\d;]*4m1001/.test(coloured())) throw new Error(`no letters are marked: ${JSON.stringify(coloured())}`);
    const wide = screen()
      .split('\n')
      .filter((line) => [...line].length > columns);
    if (wide.length > 0) throw new Error(`wider than the screen: ${wide.join('\n')}`);
    press('Down');
    await see(/▸ 1001 \+ 2/);
    press('C-r');
    await see(/▸ 1001 \+ 1/);
    press('C-s');
    await see(/▸ 1001 \+ 2/);
    press('Escape');
    await see(prompt('sandbox › draft'));
    press('C-u', 'C-r');
    type('1001');
    press('Down', 'Enter');
    await see(/sandbox › 1001 \+ 2\n1003\nsandbox ›\s*$/);
  });

  await check('the signature of a call is below the input until the call is closed', async ({ coloured, screen }) => {
    press('C-l');
    const input = "platform.calling.play('x', { direction: 'both' ";
    type(input.slice(0, 26));
    await see(/^ {2}(?:…|calling\.play\(call_id, )\{ play, control_id\?/m);
    type(input.slice(26));
    await see(/^ {2}.*direction\?: listen \| speak \| both/m);
    if (!/\x1b\[(?:\d+;)*1m(?:\x1b\[[\d;]*m)*direction/.test(coloured()))
      throw new Error(`not bold: ${JSON.stringify(coloured())}`);
    if (
      screen()
        .split('\n')
        .some((line) => line.length > columns)
    )
      throw new Error(`too wide:\n${screen()}`);
    press('C-r');
    await see(/^⌕/m);
    if (screen().includes('listen')) throw new Error(`still there in a search:\n${screen()}`);
    press('Escape');
    await see(/direction\?: listen/);
    type('})');
    await see((lines) => !lines.some((line) => line.includes('listen')) && lines.at(-1)?.trimEnd().endsWith('})'));
    press('C-c');
    await see(isAtRest);
  });
  await check('.keys vi shows the mode in the prompt', async () => {
    press('C-l');
    type('.keys vi');
    press('Enter');
    await see(prompt('sandbox [I] ›'));
    press('Escape');
    await see(prompt('sandbox [N] ›'));
  });
  await check('vi keys edit an input', async () => {
    type('i');
    type('one two three');
    await see(prompt('sandbox [I] › one two three'));
    press('Escape');
    await see(prompt('sandbox [N] › one two three'));
    if (cursor().split(',')[0] !== String('sandbox [N] › one two thre'.length)) throw new Error(`at ${cursor()}`);
    type('bdw');
    await see(prompt('sandbox [N] › one two'));
    type('0cw20');
    await see(prompt('sandbox [I] › 20 two'));
    press('Escape');
    type('wcw+ 22');
    await see(prompt('sandbox [I] › 20 + 22'));
    press('Escape');
    type('uu');
    await see(prompt('sandbox [N] › one two'));
    press('C-r', 'C-r');
    await see(prompt('sandbox [N] › 20 + 22'));
    press('Enter');
    await see(/\n42\nsandbox \[I\] ›\s*$/);
  });
  await check('vi keys move through lines and the history, and search it', async () => {
    type('[1,');
    press('M-Enter');
    type('2]');
    await see(/… {1,3}2\]\s*$/);
    press('Escape');
    await see('[N]');
    type('ggx');
    await see(/› 1,\n/);
    type('jdd');
    await see(prompt('sandbox [N] › 1,'));
    // `k` keeps a text with which no earlier input starts, as Up does.
    type('ddk');
    await see(prompt('sandbox [N] › 20 + 22'));
    type('/');
    type('1001 + 1');
    await see(/⌕ 1001 \+ 1\n▸ 1001 \+ 1\n/);
    press('Enter');
    await see(/1001 \+ 1\n1002\nsandbox \[I\] ›\s*$/);
  });
  await check('.keys emacs switches back', async () => {
    type('.keys emacs');
    press('Enter');
    await see(isAtRest);
  });
  bench.close();
}
finish();
