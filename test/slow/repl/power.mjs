// The list of ids, the numbered results, a shell command and `.edit` on the built bench, at three widths.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checked, enter, finish, home, isAtRest, openBench } from './support/checks.mjs';

const editor = join(home, 'editor.sh');
writeFileSync(editor, '#!/bin/sh\nsed -i "s/a + b/a * b/" "$1"\n');
chmodSync(editor, 0o755);

for (const columns of [40, 80, 200]) {
  const bench = await openBench({ columns, more: { EDITOR: editor } });
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
  bench.close();
}
finish();
