// Inputs that took the terminal, the built-in objects or the main thread from the bench, on the built one in a real terminal.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checked, enter, env, finish, home, isAtRest, openBench, patchbay } from './support/checks.mjs';
import { openTerminal } from './support/tmux.mjs';

const only = process.argv.slice(2).find((one) => !one.startsWith('--'));
const onBench = async (name, act, options = {}) => {
  if (only !== undefined && !name.includes(only)) return;
  const terminal = await openBench(options);
  await checked(name, terminal, act);
  terminal.close();
};

/** The bench answers an input of JavaScript, one of TypeScript, and Ctrl-C. */
async function answers(terminal) {
  await enter(terminal, '"answer" + (40 + 1)', /'answer41'/);
  await enter(terminal, 'const t: number = 42; "typed" + t', /'typed42'/);
  terminal.type('half');
  await terminal.see(/sandbox › half$/m);
  terminal.press('C-c');
  await terminal.see(isAtRest);
  terminal.type('await new Promise(() => {})');
  terminal.press('Enter');
  await terminal.see(' s · Ctrl-C');
  terminal.press('C-c');
  await terminal.see(/Interrupted/);
  await terminal.see(isAtRest);
}

const TAKEN = [
  'process.stdin.pause()',
  "const rl = require('readline').createInterface({ input: process.stdin }); rl.close()",
  "const rt = require('readline').createInterface({ input: process.stdin, output: process.stdout }); rt.close()",
  'process.stdin.destroy()',
  'process.stdin.unref()',
  'process.stdin.setEncoding("utf8")',
  'process.stdin.setRawMode(false)',
  'process.stdin.removeAllListeners()',
  'process.stdout.end()',
  'process.stdout.destroy()',
  'Object.prototype.foo = 1',
  'Object.prototype.bar = function () {}',
  'Object.defineProperty(Object.prototype, "boom", { get() { throw new Error("read") }, enumerable: true, configurable: true })',
  'Array.prototype.foo = 1',
  'Function.prototype.foo = () => 1',
  'setTimeout(() => { Object.prototype.late = function () {} }, 20)',
  'process.env = null',
  'process.nextTick = () => {}',
  'globalThis.setTimeout = () => {}',
  'globalThis.setInterval = globalThis.setImmediate = globalThis.queueMicrotask = () => {}',
  'globalThis.Promise = class {}',
  'globalThis.Map = globalThis.Set = globalThis.JSON = globalThis.Error = undefined',
];
for (const source of TAKEN)
  await onBench(`the bench answers after ${source}`, async (terminal) => {
    await enter(terminal, source);
    await answers(terminal);
    await enter(terminal, '.help', /\.exit/);
    await enter(terminal, '(await platform.queues.list()).data.length', /^\d+$/m);
  });

const BLOCKED = {
  execSync: "require('child_process').execSync('sleep 300')",
  'execSync of a shell': "require('child_process').execSync('sleep 300; sleep 300')",
};
for (const [name, source] of Object.entries(BLOCKED))
  await onBench(`Ctrl-C ends the command of ${name}, and not another child`, async (terminal) => {
    await enter(terminal, "const other = require('child_process').spawn('sleep', ['300']); 1", /^1$/m);
    terminal.type(source);
    terminal.press('Enter');
    await terminal.see(/running/);
    terminal.press('C-c');
    await terminal.see(isAtRest);
    await enter(terminal, '[other.signalCode, other.exitCode]', /\[ null, null \]/);
    await enter(terminal, 'other.kill()', /true/);
    await answers(terminal);
  });

const pipe = join(home, 'pipe');
execFileSync('mkfifo', [pipe]);
await onBench('a second Ctrl-C ends a bench that reads a pipe, and the terminal is restored', async () => {
  const shell = openTerminal("PS1='$ ' exec bash --norc --noprofile", { columns: 80, env });
  shell.type(patchbay);
  shell.press('Enter');
  await shell.see(isAtRest);
  shell.type(`require('fs').readFileSync('${pipe}')`);
  shell.press('Enter');
  await shell.see(/running/);
  shell.press('C-c');
  await shell.see('Press it again to end Patchbay');
  await wait(600); // a key that is held down must not end it
  shell.press('C-c');
  await shell.see((lines) => lines.at(-1)?.trim() === '$');
  shell.type('stty -a | grep -o " -*icanon"');
  shell.press('Enter');
  await shell.see(/^ icanon$/m);
  shell.close();
});
for (const signal of ['SIGTERM', 'SIGHUP'])
  await onBench(`${signal} ends a bench that reads a pipe`, async (terminal) => {
    await enter(terminal, 'process.pid', /^\d+$/m);
    const pid = Number(/^(\d+)$/m.exec(terminal.screen())[1]);
    terminal.type(`require('fs').readFileSync('${pipe}')`);
    terminal.press('Enter');
    await terminal.see(/running/);
    process.kill(pid, signal);
    const untilMs = performance.now() + 3_000;
    while (existsSync(`/proc/${pid}/stat`) && performance.now() < untilMs) await wait(20);
    if (existsSync(`/proc/${pid}/stat`)) throw new Error('it still runs');
  });

finish();
