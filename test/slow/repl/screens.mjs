// Checks the screen: 40, 80 and 200 columns, resizes with the list open, no colour, CI on a terminal, a dumb one,
// and the message about a config file that is not allowed yet.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { checked, enter, env, finish, home, isAtRest, openBench, patchbay } from './support/checks.mjs';
import { openTerminal } from './support/tmux.mjs';

/** Nothing of an earlier frame is left: the list is there once. */
const isSmooth = (lines, width) =>
  lines.filter((line) => /Tab selects|of \d+/.test(line)).length === 1 &&
  lines.every((line) => [...line].length <= width);

for (const columns of [40, 80, 200]) {
  const terminal = await openBench({ columns });
  const check = (name, act) => checked(`${columns} columns: ${name}`, terminal, act);
  /** Nothing but code is left to the terminal to break. */
  const fits = (text) => {
    const wide = text.split('\n').filter((line) => [...line].length > columns && !/platform\.|play: \[/.test(line));
    if (wide.length > 0) throw new Error(`wider than the screen: ${wide.join('\n')}`);
  };

  await check('starts with two lines and a prompt', async ({ screen }) => {
    const lines = screen().trimEnd().split('\n');
    if (lines.length !== 3 || !/sandbox/.test(lines[0]) || !/\.help/.test(lines[1])) throw new Error(screen());
    if (lines.some((line) => line.includes('…')) || !lines[1].includes('sandbox')) throw new Error(screen());
  });
  await check('wraps help, tables and errors between words', async (all) => {
    for (const input of ['.help', '.help .sandbox', 'platform.calling.play?', 'await platform.phone_numbers.list()']) {
      all.press('C-l');
      await enter(terminal, input, isAtRest);
      fits(all.everything());
    }
    all.press('C-l');
    await enter(terminal, "await platform.queues.get('nothing')", /404/);
    for (const word of ['/queues/nothing)', 'platform.queues.list()'])
      if (!all.screen().includes(word)) throw new Error(`${word} is broken:\n${all.screen()}`);
  });
  await check('a narrow table keeps the id and names the option for the other fields', async (all) => {
    all.press('C-l');
    await enter(terminal, '(await platform.phone_numbers.list()).data', /_\[0\] shows/);
    if (!/^number.*\bid\b/m.test(all.screen())) throw new Error(all.screen());
  });
  await check('completes a name from some of its letters and shows the preview', async ({ type, press, see }) => {
    press('C-l');
    await enter(terminal, 'platform.queues?', isAtRest);
    press('C-l');
    type('platform.que');
    press('Tab');
    await see(/› platform\.queues\?\s*$/);
    press('C-c');
    type('plform');
    press('Tab');
    await see(/ platform/);
    press('Tab', 'Enter');
    // The preview continues the input from the history.
    await see(/› platform\.queues\?\s*$/);
    press('C-c');
    await see(isAtRest);
  });
  await check('shows the arguments of a dot command', async ({ type, press, see }) => {
    press('C-l');
    type('.sandbox faults calling.di');
    press('Tab');
    await see(/calling\.dial/);
    press('C-c');
    await see(isAtRest);
    type('.jobs ');
    press('Tab');
    await see(/\.jobs stop\s*$/);
    press('C-c');
    await see(isAtRest);
    press('C-c');
    press('C-c');
    await see(/\.exit\nsandbox ›\s*$/);
  });
  await check('keeps the list of suggestions after each resize', async ({ type, press, see, resize }) => {
    press('C-l');
    type('platform.calling.pl');
    press('Tab');
    await see('play_pause');
    for (const [width, height] of [
      [columns - 7, 24],
      [columns - 7, 8],
      [columns + 30, 12],
      [columns, 24],
    ]) {
      resize(width, height);
      await see((lines) => {
        const prompts = lines.filter((line) => line.includes('sandbox › platform.calling.play'));
        return prompts.length === 1 && lines.some((line) => line.includes('play_')) && isSmooth(lines, width);
      });
    }
    press('Down', 'Down');
    await see(/▸ play_/);
    press('Enter');
    await see(/platform\.calling\.play_\w+\s*$/);
    press('C-c');
    await see(isAtRest);
  });
  terminal.close();
}

// A colour changes the letters after it; turning one off says nothing.
const isColoured = (text) => /\x1b\[[\d;]*(?:3[1-7]|9[1-7])m/.test(text);
for (const [name, more, wanted] of [
  ['colours by default', {}, true],
  ['NO_COLOR: no colour, and all the words', { NO_COLOR: '1' }, false],
  ['CI=1 on a terminal: everything is drawn as ever', { CI: '1', CONTINUOUS_INTEGRATION: '1' }, true],
]) {
  const terminal = await openBench({ more });
  await checked(name, terminal, async ({ coloured, see, type, press }) => {
    await enter(terminal, "({ a: 'text', b: 1 })", /a: 'text', b: 1/);
    type("await platform.queues.list() // 'x'");
    await see(/\/\/ 'x'/);
    if (isColoured(coloured()) !== wanted) throw new Error(`it is ${wanted ? 'not ' : ''}coloured:\n${coloured()}`);
    // The preview of an earlier input, if the typed text identifies it.
    press('C-u');
    await see(isAtRest);
    type('({ a: ');
    await see(wanted ? /› \(\{ a: 'text', b: 1 \}\)\s*$/ : /› \(\{ a:\s*$/);
    press('C-c');
  });
  terminal.close();
}

await checked('live: shows the space and loads ids without blocking the keys', undefined, async () => {
  const waiting = [];
  const server = createServer((_request, response) => waiting.push(response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const space = `127.0.0.1:${server.address().port}`;
  const live = { PLATFORM_PROJECT_ID: 'p', PLATFORM_API_TOKEN: 'PT-token', PLATFORM_SPACE: `http://${space}` };
  const terminal = openTerminal(`${patchbay} --live`, { columns: 80, env: { ...env, ...live } });
  const { see, type, press } = terminal;
  try {
    await see(`Requests go to LIVE ${space} (the environment)`);
    await see(new RegExp(`LIVE ${space} ›\\s*$`));
    type("platform.queues.get('");
    press('Tab');
    await see('loading from the platform');
    await see(() => waiting.length === 1);
    type('q');
    await see(/get\('q\s*$/m);
    press('Tab');
    await see(() => waiting.length === 2);
    waiting[1].writeHead(200, { 'content-type': 'application/json' });
    waiting[1].end('{"data":[{"id":"q-1","friendly_name":"sa\\u001b[2Jles"},{"id":"q-2"}],"links":{}}');
    await see(/q-1 {2}sales/);
    press('Tab', 'Enter');
    await see(/get\('q-1\s*$/m);
    press('C-c');
    await enter(
      { ...terminal, see: (wanted) => see(wanted === isAtRest ? /›\s*$/ : wanted) },
      '.last',
      /there are no requests yet/,
    );
  } finally {
    terminal.close();
    server.closeAllConnections();
    server.close();
  }
});

await checked('prints plain lines on a dumb terminal', undefined, async () => {
  const terminal = openTerminal(`TERM=dumb ${patchbay}; echo left with $?; exec cat`, { columns: 80, env });
  try {
    await terminal.see(/sandbox ›/);
    terminal.type('1 + 1');
    terminal.press('Enter');
    await terminal.see(/1 \+ 1\n2\nsandbox ›/);
    // Ctrl-C is a signal here, which a busy event loop does not handle.
    for (const busy of ['for (;;) {}', 'await 0; for (;;) {}', 'await new Promise(() => {})']) {
      // Ctrl-C discards a line that the program has not read yet.
      terminal.type(`console.log('bu' + 'sy'); ${busy}`);
      terminal.press('Enter');
      await terminal.see((lines) => lines.at(-1) === 'busy');
      terminal.press('C-c');
      await terminal.see(/Interrupted[^\n]*\nsandbox ›\s*$/);
    }
    terminal.type('f(');
    terminal.press('Enter', 'C-c');
    await terminal.see(/\nsandbox ›\s*$/);
    terminal.type('6 * 7');
    terminal.press('Enter');
    await terminal.see(/\n42\nsandbox ›\s*$/);
    terminal.press('C-d');
    await terminal.see(/left with 0/);
    if (/\x1b\[\d*[ABCDHJK]/.test(terminal.coloured())) throw new Error('it moved the cursor');
  } finally {
    terminal.close();
  }
});

await checked('reports a config file that is not allowed, and uses it after it is allowed', undefined, async () => {
  const folder = join(home, 'project');
  mkdirSync(folder);
  writeFileSync(join(folder, 'patchbay.config.ts'), 'export default { start: () => ({ answer: 6 * 7 }) };\n');
  const terminal = openTerminal(`cd ${folder}; PS1='$ ' HISTFILE= exec bash --norc`, { columns: 80, env });
  const run = async (command, wanted) => {
    terminal.type(command);
    terminal.press('Enter');
    await terminal.see(wanted);
  };
  try {
    await terminal.see(/\$/);
    await run(patchbay, /you have not allowed it yet[\s\S]*patchbay config allow`?\s*\nsandbox ›\s*$/);
    await enter(terminal, 'answer', /answer is not defined/);
    terminal.press('C-d');
    // The bench drops the keys that it reads together with Ctrl-D.
    await terminal.see(/\n\$\s*$/);
    await run(`clear; ${patchbay} config`, /start: \(\) =>[\s\S]*you have not allowed it/);
    await run(`clear; ${patchbay} config allow`, /Allowed in its current state: patchbay\.config\.ts/);
    await run(`clear; ${patchbay}`, isAtRest);
    await enter(terminal, 'answer', /\n42\n/);
  } finally {
    terminal.close();
  }
});
finish();
