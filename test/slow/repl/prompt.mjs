// The prompt on the built bench at three widths: the recording sign, running code, the exit of a program, colours.
import { join } from 'node:path';
import { checked, enter, env, finish, home, openBench, patchbay } from './support/checks.mjs';
import { openTerminal } from './support/tmux.mjs';

for (const columns of [40, 80, 200]) {
  const bench = await openBench({ columns });
  const check = (name, act) => checked(`${name} at ${columns} columns`, bench, act);
  await check('a busy loop shows how to stop it', async ({ type, press, see }) => {
    type('while (true) {}');
    press('Enter');
    await see('running · Ctrl-C stops');
    press('C-c');
    await see(/Interrupted\n.*\nsandbox ›\s*$/);
  });
  await check('an input keeps its colours', async ({ coloured }) => {
    await enter(bench, 'const text = 21; text', /\n21\n/);
    if (!/\x1b\[35m[^\n]*const\x1b\[39m text[^\n]*; text\n/.test(coloured()))
      throw new Error(JSON.stringify(coloured()));
  });
  await check('the prompt shows the recording', async ({ type, press, see }) => {
    type(`.record ${join(home, `q${columns}.yaml`)}`);
    press('Enter');
    await see(columns === 40 ? /\nsandbox ● rec ›\s*$/ : new RegExp(`\nsandbox ● rec q${columns}\\.yaml ›\\s*$`));
  });
  bench.close();

  const shell = openTerminal('PS1="$ " sh', { columns, env });
  await checked(`process.exit leaves a clean line at ${columns} columns`, shell, async ({ type, press, see }) => {
    type(patchbay);
    press('Enter');
    await see(/sandbox ›\s*$/);
    type("console.log('last words'); process.exit(3)");
    press('Enter');
    await see(/last words\n\$\s*$/);
    type('echo "code $?"');
    press('Enter');
    await see('code 3');
  });
  shell.close();
}
finish();
