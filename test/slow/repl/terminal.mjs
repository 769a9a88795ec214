// Runs the built bench on a real terminal at three widths, types keys and checks the screen.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checked, finish, home, isAtRest, patchbay, env as plain } from './support/checks.mjs';
import { openTerminal } from './support/tmux.mjs';

/** Written by an input at the moment when it gets busy and nothing can be shown. */
const busyMark = join(home, 'busy');
const env = { ...plain, BUSY: busyMark, CI: '1' };
const LEFT = 'left with';
const PROMPT = /sandbox ›/;

for (const columns of [80, 40, 200]) {
  const terminal = openTerminal(`${patchbay}; echo ${LEFT} $?; exec cat`, { columns, env });
  const check = (name, act) => checked(`${columns} columns: ${name}`, terminal, act);

  await check('the prompt shows where requests go', async ({ see }) => {
    await see(PROMPT);
  });
  await check('prints a value below the input', async ({ type, press, see }) => {
    type('1+1');
    press('Enter');
    await see(/sandbox › 1\+1\n2\n/);
    await see(isAtRest);
  });
  await check('accepts a function of several lines', async ({ type, press, see }) => {
    type('function twice(n) {');
    press('Enter');
    await see(/…\s*\n\s*\{ of line 1 is open/);
    type('return n * 2;');
    press('Enter');
    type('}');
    press('Enter');
    await see(isAtRest);
    type('twice(21)');
    press('Enter');
    await see(/twice\(21\)\n42\n/);
  });
  await check('Tab completes the common part and lists the suggestions', async ({ type, press, see }) => {
    type('platform.calling.pl');
    press('Tab');
    await see(/platform\.calling\.play\n/);
    const screen = await see('play_pause');
    const tooWide = screen.split('\n').filter((line) => [...line].length > columns);
    if (tooWide.length > 0) throw new Error(`wider than the screen: ${tooWide.join('\n')}`);
    press('Tab', 'Tab');
    await see(/▸ play_pause/);
    press('Enter');
    await see(/platform\.calling\.play_pause\n*$/);
    press('C-c');
    await see(isAtRest);
  });
  await check('Ctrl-C ends a busy loop and keeps the variables', async ({ type, press, see }) => {
    type('let kept = 41');
    press('Enter');
    await see((lines) => lines.at(-2)?.includes('let kept = 41') && isAtRest(lines));
    type('await 0; for(;;){}');
    press('Enter');
    await see(/await 0; for\(;;\)\{\}\nsandbox › running · Ctrl-C stops\s*$/);
    press('C-c');
    await see(/nterrupt[\s\S]*sandbox ›\s*$/);
    type('kept + 1');
    press('Enter');
    await see(/kept \+ 1\n42\n/);
  });
  for (const time of ['', ', a second time']) {
    await check(`Ctrl-C ends a timer that is busy between inputs${time}`, async ({ type, press, see }) => {
      rmSync(busyMark, { force: true });
      type('setTimeout(() => { require("fs").writeFileSync(process.env.BUSY, ""); for(;;){} }, 50); 0');
      press('Enter');
      await see(() => existsSync(busyMark));
      press('C-c');
      await see(/\nInterrupted: [^›]*sandbox ›\s*$/);
      type('kept + 2');
      press('Enter');
      await see(/kept \+ 2\n43\n/);
      press('C-l');
    });
  }
  await check('Ctrl-C ends a timer that is busy while an input waits for it', async ({ type, press, see }) => {
    rmSync(busyMark, { force: true });
    type(
      'await new Promise(() => setTimeout(() => { require("fs").writeFileSync(process.env.BUSY, ""); for(;;){} }, 1))',
    );
    press('Enter');
    await see(() => existsSync(busyMark));
    press('C-c');
    await see(/\nInterrupted[^›]*sandbox ›\s*$/);
    type('kept + 3');
    press('Enter');
    await see(/kept \+ 3\n44\n/);
    press('C-l');
  });
  await check('the prompt accepts keys after Ctrl-C during a child process', async ({ type, press, see }) => {
    type('require("child_process").execSync("sleep 2").length');
    press('Enter');
    await see(/length\nsandbox › running · Ctrl-C stops\s*$/);
    press('C-c');
    type('6*7');
    press('Enter');
    await see(/6\*7\n42\nsandbox ›\s*$/);
  });
  await check('Ctrl-C ends a wait for a promise that never settles', async ({ type, press, see }) => {
    type('await new Promise(() => {})');
    press('Enter');
    await see(' s · Ctrl-C');
    press('C-c');
    await see(isAtRest);
  });
  await check('later output appears above the prompt', async ({ type, press, see, cursor }) => {
    type('setTimeout(() => console.log("later"), 300); 0');
    press('Enter');
    await see(isAtRest);
    type('half an inp');
    await see(/\nlater\nsandbox › half an inp\n/);
    const [x] = cursor().split(',');
    if (x !== String('sandbox › half an inp'.length)) throw new Error(`the cursor is in column ${x}`);
    press('C-c');
  });
  await check('Up recalls the last statement', async ({ press, see }) => {
    press('Up', 'Up');
    await see(/sandbox › await new Promise\(\(\) => \{\}\)\n*$/);
    press('C-c');
    await see(isAtRest);
  });
  await check('redraws after the window becomes smaller and larger', async ({ type, press, see, resize }) => {
    type('[1, 2,');
    press('M-Enter');
    type('3]');
    await see(/… {1,3}3\]/);
    resize(columns - 6, 20);
    await see(/\nlater\nsandbox › \[1, 2,\n +… +3\]\s*$/);
    press('Enter');
    await see(/\[ 1, 2, 3 \]\nsandbox ›\s*$/);
    resize(columns, 24);
    await see(/\[ 1, 2, 3 \]\nsandbox ›\s*$/);
  });
  await check('Ctrl-D exits and restores the terminal', async ({ press, see, type }) => {
    press('C-d');
    await see(`${LEFT} 0`);
    type('echoed');
    await see(/^echoed/m);
  });
  terminal.close();
}

// Typed while the bench still loads: the input must wait for what can stop it.
const early = openTerminal(`${patchbay}`, { columns: 80, env });
await checked('Ctrl-C ends a busy loop in the first input', early, async ({ see, type, press }) => {
  await see(PROMPT);
  type('await 0; for(;;){}');
  press('Enter');
  await see(/await 0; for\(;;\)\{\}\nsandbox › running · Ctrl-C stops\s*$/);
  press('C-c');
  await see(/nterrupt[\s\S]*sandbox ›\s*$/);
});
early.close();

const closed = openTerminal(`${patchbay}`, { columns: 80, env });
await checked('closing the window during a busy timer ends the process', closed, async ({ see, type, press }) => {
  rmSync(busyMark, { force: true });
  await see(PROMPT);
  type('setTimeout(() => { require("fs").writeFileSync(process.env.BUSY, String(process.pid)); for(;;){} }, 1)');
  press('Enter');
  await see(() => existsSync(busyMark) && readFileSync(busyMark, 'utf8') !== '');
  const pid = Number(readFileSync(busyMark, 'utf8'));
  const other = openTerminal('cat', { columns: 80 });
  try {
    closed.close();
    await other.see(() => !isAlive(pid));
  } finally {
    other.close();
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
});

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

finish();
