// The pager and the row of running code on the built bench, at three widths.
import { checked, enter, finish, isAtRest, openBench } from './support/checks.mjs';

for (const columns of [40, 80, 200]) {
  const bench = await openBench({ columns, more: { PAGER: 'less -R' } });
  const { see, type, press, screen } = bench;
  const check = (name, act) => checked(`${columns} columns: ${name}`, bench, act);
  const fits = () => {
    const wide = screen()
      .split('\n')
      .filter((line) => [...line].length > columns);
    if (wide.length > 0) throw new Error(`wider than the screen: ${wide.join('\n')}`);
  };

  await check('.page shows a whole list in the pager and returns to the prompt', async () => {
    await enter(bench, 'Array.from({ length: 300 }, (_, i) => ({ id: i, name: "n-" + i }))', isAtRest);
    type('.page');
    press('Enter');
    await see((lines) => lines.at(-1)?.trim() === ':' && lines.some((line) => line.includes('n-0')));
    fits();
    press('G');
    await see(/n-299/);
    press('q');
    await see(isAtRest);
    await enter(bench, '6 * 7', /\n42\nsandbox ›\s*$/);
  });
  await check('the keys of the pager do not reach the prompt', async () => {
    await enter(bench, '"word ".repeat(4000)', isAtRest);
    type('.page');
    press('Enter');
    await see((lines) => lines.at(-1)?.trim() === ':');
    type('/word');
    press('Enter');
    press('q');
    await see(isAtRest);
  });
  await check('a busy loop shows how to stop it', async () => {
    press('C-l');
    await see(isAtRest);
    type('while (true) {}');
    press('Enter');
    await see(/running · Ctrl-C stops/);
    fits();
    press('C-c');
    await see(/Interrupted[^›]*sandbox ›\s*$/);
  });
  await check('a slow input shows its first line, its time and how to stop it', async () => {
    press('C-l');
    await see(isAtRest);
    type('await new Promise((resolve) => setTimeout(resolve, 1e8, "never"))');
    press('Enter');
    const hint = columns < 80 ? 'Ctrl-C' : 'Ctrl-C stops';
    await see(new RegExp(`^\\S await new Pr.* · \\d+\\.\\d s · ${hint}$`, 'm'));
    fits();
    press('C-c');
    await see(/Interrupted[^›]*sandbox ›\s*$/);
  });
  bench.close();
}
finish();
