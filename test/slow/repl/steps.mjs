// A replay step by step on a terminal: the keys, the recorded code with its question, and a narrow screen.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checked, env, finish, home, isAtRest, patchbay } from './support/checks.mjs';
import { openTerminal } from './support/tmux.mjs';

const file = join(home, 'case.yaml');
const story = join(home, 'story.ts');
writeFileSync(
  story,
  "const queue = await platform.queues.create({ name: 'night' });\nawait platform.queues.update(queue.id, { max_size: 7 });\nawait platform.queues.list();\n",
);
execFileSync('sh', ['-c', `${patchbay} run --record ${file} ${story}`], {
  env: { ...process.env, ...env },
  stdio: 'ignore',
});
const inputs = join(home, 'inputs.ndjson');
writeFileSync(
  inputs,
  [
    { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' },
    { kind: 'input', source: "console.log('first', 6 * 7)" },
    { kind: 'input', source: "console.log('second')" },
    { kind: 'input', source: 'await platform.queues.list()' },
  ]
    .map((one) => JSON.stringify(one))
    .join('\n'),
);

/** Stays open after the command has ended, to show its exit code. */
function open(args, columns = 80) {
  const terminal = openTerminal(`${patchbay} replay ${args}; echo "exit $?"; exec sh`, { columns, rows: 40, env });
  return { terminal, check: (name, act) => checked(name, terminal, act) };
}

const keys = open(`${file} --step`, 40);
await keys.check('a step shows the request, and Enter sends it', async ({ see, press }) => {
  await see(/Enter {2}send or run this one/);
  await see(
    /exchange 1 of 3: queues\.create\nPOST \/api\/relay\/rest\/queues\n{\n {2}"name": "night"\n}\nEnter s r b q \? ›/,
  );
  press('Enter');
  await see(/1 same {6}queues\.create 201/);
});
await keys.check('another key lists the keys, and s skips a request', async ({ see, type }) => {
  await see(/exchange 2 of 3: queues\.update/);
  type('x');
  await see(/Enter s r b q \? ›\s*\n +Enter {2}send[^›]*Enter s r b q \? ›\s*$/);
  type('s');
  const screen = await see(/exchange 3 of 3: queues\.list/);
  if (/queues\.update 200/.test(screen)) throw new Error('the skipped request was sent');
});
await keys.check('q quits, and the result is that of the sent requests', async ({ see, type }) => {
  type('q');
  await see(/1 same, 0 different\nexit 0/);
});
keys.terminal.close();

const rest = open(`${file} --step`);
await rest.check('r sends the rest', async ({ see, type }) => {
  await see(/exchange 1 of 3/);
  type('r');
  await see(/3 same {6}queues\.list 200\n3 same, 0 different\nexit 0/);
});
rest.terminal.close();

const bench = open(`${file} --step`);
await bench.check('b opens the bench on the sandbox with the requests so far', async ({ see, type, press }) => {
  await see(/exchange 1 of 3/);
  press('Enter');
  await see(/exchange 2 of 3/);
  type('b');
  await see(isAtRest);
  type('(await platform.queues.list()).data.map((one) => one.name ?? one.friendly_name)');
  press('Enter');
  await see(/\[ 'night', 'sales', 'support' \]/);
});
bench.terminal.close();

const refused = open(`${inputs} --run`);
await refused.check('recorded code does not run after another answer than yes', async ({ see, press }) => {
  await see(/1 \| console\.log\('first', 6 \* 7\)[^?]*\? \[y\/N\]/);
  press('Enter');
  const screen = await see('exit 1');
  if (screen.includes('first 42')) throw new Error('the code was evaluated');
  if (!screen.includes('no code was run')) throw new Error('the refusal is not shown');
});
refused.terminal.close();

const code = open(`${inputs} --run --step`);
await code.check('recorded code runs input by input after a yes', async ({ see, type, press }) => {
  await see(/\? \[y\/N\]/);
  type('y');
  press('Enter');
  await see(/input 1 of 3:\n +1 \| console\.log\('first', 6 \* 7\)\nEnter s r q \? ›/);
  if (/first 42/.test(code.terminal.screen())) throw new Error('the code was evaluated before the key');
  press('Enter');
  await see(/first 42[\s\S]*input 2 of 3/);
  type('s');
  await see(/input 3 of 3/);
  press('Enter');
  const screen = await see(/\+ different queues\.list 200[\s\S]*exit 3/);
  if (/^second$/m.test(screen)) throw new Error('the skipped input was evaluated');
});
code.terminal.close();

const trusted = open(`${inputs} --run`);
await trusted.check('the same code runs without a question the next time', async ({ see }) => {
  const screen = await see('exit 3');
  if (screen.includes('[y/N]')) throw new Error('it asked again');
  if (!screen.includes('first 42')) throw new Error('the code was not evaluated');
});
trusted.terminal.close();

finish();
