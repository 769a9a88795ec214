// The list of ids, numbered results, shell commands, `.edit`, the value below the input and visual mode, at three widths.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checked, enter, finish, home, isAtRest, openBench } from './support/checks.mjs';

const editor = join(home, 'editor.sh');
writeFileSync(editor, '#!/bin/sh\nsed -i "s/a + b/a * b/" "$1"\n');
chmodSync(editor, 0o755);

/** Types an expression until its value is below it: a busy machine reaches the time limit of the evaluation. */
async function seeValue({ type, press, see, screen }, expression, wanted) {
  for (let attempt = 0; attempt < 10 && !wanted.test(screen()); attempt += 1) {
    type('0');
    press('Enter');
    await see(isAtRest);
    type(expression);
    for (let poll = 0; poll < 20 && !wanted.test(screen()); poll += 1) await wait(100);
    if (!wanted.test(screen())) press('C-u');
  }
  await see(wanted);
  press('C-u');
  await see(isAtRest);
}

for (const columns of [40, 80, 200]) {
  const bench = await openBench({ columns, more: { EDITOR: editor, PATCHBAY_PREVIEW: 'on' } });
  const { see, type, press } = bench;
  const check = (name, act) =>
    checked(`${columns} columns: ${name}`, bench, async (terminal) => {
      await act(terminal);
      if (process.env.SHOW_PANES) console.log(terminal.screen());
      const wide = terminal
        .screen()
        .split('\n')
        .filter((line) => [...line].length > columns);
      if (wide.length > 0) throw new Error(`too wide: ${wide}`);
    });

  await check('Ctrl-O lists ids and numbers of the sandbox', async () => {
    type("platform.phone_numbers.get('");
    press('C-o');
    await see(/^⌕ *\n▸ .*\n[\s\S]*1 of \d+ · Enter inserts · Esc closes/m);
    type('Front');
    await see(/^⌕ Front\n▸ .*Front desk/m);
  });
  await check('without a match, the list says so, and Esc leaves', async () => {
    type('zzzz');
    await see(/^⌕ Frontzzzz\n {2}No match · Esc closes/m);
    press('Escape');
    await see(/phone_numbers\.get\('\s*\n/);
    press('C-c');
    await see(isAtRest);
    press('C-l');
  });
  await check('a shell command asks once, and prints its output', async () => {
    type('!echo hello; echo $((20 + 3))');
    press('Enter');
    await see(/Run echo[\s\S]*\[y\/N\]/);
    type('y');
    await see(/\nhello\n23\n/);
    await enter(bench, '!seq 3', /\n1\n2\n3\n/);
  });
  await check('Ctrl-C stops a shell command', async () => {
    type('!sleep 600');
    press('Enter');
    await see(/ s · Ctrl-C/);
    press('C-c');
    await see(/Interrupted\n(?:.*\n)*?sandbox ›\s*$/);
    press('C-l');
  });
  await check('Tab after Out[ lists results, and f?? shows a source', async () => {
    await enter(bench, 'const add = (a: number, b: number) => a + b', isAtRest);
    await enter(bench, 'add(3, 4)', /\n7\n/);
    type('Out[');
    press('Tab');
    await see(/number · add\(3, 4\)|Out\[\d+$/m);
    press('C-c');
    await see(isAtRest);
    await enter(bench, 'add??', /Source · input-\d+:1\n[\s\S]*a \+ b/);
  });
  await check('.edit runs the edited function', async () => {
    press('C-l');
    await enter(bench, '.edit add', isAtRest);
    await enter(bench, 'add(3, 4)', /\n12\n/);
  });
  await check('the row below the input shows a value without side effects', async () => {
    press('C-l');
    await enter(bench, 'let count = 40; const list = [{ name: "Ada" }, { name: "Ben" }]', isAtRest);
    await seeValue(bench, 'list.map((one) => one.name)', /^ {2}= \[ 'Ada', 'Ben' \]$/m);
    type('count += 2');
    press('C-u');
    await seeValue(bench, 'count + 3', /^ {2}= 43$/m);
  });
  await check('v selects text, and a register keeps it', async () => {
    press('C-l');
    type('.keys vi');
    press('Enter');
    await see(/\[I\] ›$/m);
    type('one two three');
    press('Escape');
    await see(/\[N\] › one two three/);
    type('0wve');
    await see(/\[V\] › one two three/);
    if (!/\x1b\[7mtwo\x1b/.test(bench.coloured())) throw new Error(bench.coloured());
    type('"ay$"ap');
    await see(/\[N\] › one two threetwo/);
    type('V');
    await see(/\[L\] › one two threetwo/);
    type('d');
    await see(/\[N\] ›$/m);
    press('C-c');
  });
  bench.close();
}
finish();
