// What runs, on the built bench: requests that are slow or never answer, jobs beside them, floods, late errors, and
// what must never come to the screen.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checked, enter, env, finish, home, isAtRest, openBench, patchbay } from './support/checks.mjs';
import { openTerminal } from './support/tmux.mjs';

/** Answers nothing by itself: a request waits until `answer`, and is `gone` when its client gave it up. */
const waiting = new Map();
const gone = new Set();
const server = createServer((request, response) => {
  waiting.set(request.url, () => response.end('"answered"'));
  response.on('close', () => response.writableEnded || gone.add(request.url));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${server.address().port}`;
const isAsked = (path) => () => waiting.has(path);

const terminal = await openBench({ columns: 100 });
const check = (name, act) => checked(name, terminal, act);
await enter(terminal, `var get = async (path) => (await fetch('${origin}' + path)).json()`, isAtRest);
await enter(
  terminal,
  `var slow = new RestClient({ host: '${origin}', project: 'p', token: 'abc-token-xyz', retries: 0 })`,
  isAtRest,
);

await check('Ctrl-C cancels a slow request and keeps a background job', async ({ type, press, see }) => {
  type("await get('/job') &");
  press('Enter');
  await see(/\[1\] runs in the background/);
  await see(isAsked('/job'));
  type("await get('/running')");
  press('Enter');
  await see(isAsked('/running'));
  await see('Ctrl-C stops');
  press('C-c');
  await see(/Interrupted\s*\nsandbox ›\s*$/);
  await enter(terminal, '.jobs', /\[1\] running/);
  waiting.get('/job')();
  await see(/\[1\] done\. Its value is in Out\[3\] and _/);
  await enter(terminal, '_', /'answered'/);
});
await check('Ctrl-C ends a busy job and keeps the other job and the session', async (all) => {
  const { type, press, see } = all;
  type("await get('/beside') &");
  press('Enter');
  await see(isAsked('/beside'));
  await see(isAtRest);
  await enter(terminal, `var begun = () => require('node:fs').writeFileSync('${home}/busy', '')`, isAtRest);
  type('begun(); while (true) {} &');
  press('Enter');
  await see(() => existsSync(join(home, 'busy')));
  press('C-c');
  await see(/\[3\] stopped · begun\(\); while \(true\) \{\}\s*\nsandbox ›\s*$/);
  await enter(terminal, '.jobs', /\[2\] running[^[]*\[3\] stopped/);
  waiting.get('/beside')();
  await see(/\[2\] done/);
  await enter(terminal, '20 + 1', /\n21\n/);
  press('C-l');
});
await check('Ctrl-C cancels only the platform request in progress', async ({ type, press, see }) => {
  const path = (name) => `/api/relay/rest/queues/${name}`;
  type("await slow.queues.get('beside') &");
  press('Enter');
  await see(isAsked(path('beside')));
  type("await slow.queues.get('mine')");
  press('Enter');
  await see(isAsked(path('mine')));
  press('C-c');
  await see(/Interrupted[^›]*sandbox ›\s*$/);
  await see(() => gone.has(path('mine')));
  if (gone.has(path('beside'))) throw new Error('the request of the job was given up too');
  await enter(terminal, '.jobs stop 4', /\[4\] stopped/);
  await see(() => gone.has(path('beside')));
  press('C-l');
});
await check('shows how long a request without a response runs, and ends it', async ({ type, press, see }) => {
  type("await get('/never')");
  press('Enter');
  await see(/await get\('\/never'\).* [1-9]\d*\.\d s · Ctrl-C stops/);
  type('1 + 1');
  await see(/› 1 \+ 1\s*$/);
  press('C-c');
  await see(/Interrupted/);
  press('C-u');
  await see(isAtRest);
});
await check('handles keys from a busy time in order', async ({ type, press, see }) => {
  const busy = 'var busy = (ms) => { const from = Date.now(); while (Date.now() - from < ms); }';
  await enter(terminal, `${busy}; "there"`, /'there'/);
  for (let round = 0; round < 12; round += 1) {
    press('C-l');
    type(`busy(${200 + round * 25})`);
    press('Enter');
    for (const piece of ['"', 'ma', 'rk', `er${round}`, '"']) type(piece);
    press('Enter');
    await see(new RegExp(`'marker${round}'\nsandbox ›\\s*$`));
  }
});
await check('truncates a result of 20 MB and shows the prompt', async ({ everything, press }) => {
  await enter(terminal, "'x'.repeat(20 * 1024 * 1024)", /characters 1–6,400 of 20,971,520[^\n]*\nsandbox ›\s*$/);
  press('C-l');
  await enter(
    terminal,
    'Array.from({ length: 500_000 }, (_, i) => ({ id: i, name: String(i) }))',
    /\n[^›]+\nsandbox ›\s*$/,
  );
  await enter(terminal, '_.length', /500000/);
  const lines = everything().split('\n').length;
  if (lines > 2_000) throw new Error(`${lines} lines were written`);
});
await check('prints 20 MB from a loop completely', async ({ press }) => {
  await enter(terminal, "for (let i = 0; i < 20_000; i++) console.log(i + ' ' + 'y'.repeat(1000))", /19999 y/);
  press('C-l');
  await enter(terminal, '"still here"', /'still here'/);
});
await check('the bench stays open after an error in a timer and an unhandled rejection', async ({ see }) => {
  await enter(terminal, "setTimeout(() => { throw new TypeError('late') }, 1); 0", /Uncaught[^\n]*TypeError: late/);
  await enter(terminal, "Promise.reject(new RangeError('unhandled')); 0", /Uncaught[^\n]*RangeError: unhandled/);
  await enter(terminal, '6 * 7', /\n42\n/);
  await see(isAtRest);
});
await check('a typed secret is not on later screens, in the history or in exports', async (all) => {
  const { press, screen, everything, see, type } = all;
  const secret = 'Sesame-open-77';
  press('C-l');
  await enter(terminal, `var account = { token: '${secret}' }`, /\[cut\]/);
  await enter(terminal, 'account', isAtRest);
  await enter(terminal, `throw new Error('not with ${secret}')`, isAtRest);
  await enter(terminal, 'console.log(account.token)', isAtRest);
  await enter(terminal, '.history', isAtRest);
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-export-'));
  await enter(terminal, `.save ${folder}/story.ts`, /Saved \d+ input/);
  for (let back = 0; back < 7; back += 1) press('Up');
  await see(/› \S/);
  press('C-c');
  type('var acc');
  await see(/› var account = \{ token: '\[cut\]'/);
  press('C-c');
  await see(isAtRest);
  if (screen().includes(secret) || everything().includes(secret))
    throw new Error(`it is on the screen:\n${everything()}`);
  if (readFileSync(join(folder, 'story.ts'), 'utf8').includes(secret)) throw new Error('it is in the export');
  rmSync(folder, { recursive: true });
  const holding = filesUnder(home).filter((file) => readFileSync(file).includes(secret));
  if (holding.length > 0) throw new Error(`it is in ${holding.join(', ')}`);
});
await check("control sequences in a resource's name never reach the terminal", async ({ screen, see }) => {
  const name = String.raw`\x1b[2J\x1b[31mred\x07\u202eevil\x9b5A`;
  terminal.press('C-l');
  await enter(terminal, `var made = await platform.queues.create({ name: '${name}' }); 'made'`, /\n'made'\n/);
  await enter(terminal, '"marker"', /'marker'/);
  await enter(terminal, 'made', /\n[^›]*evil[^›]*\nsandbox ›\s*$/);
  await enter(terminal, 'await platform.queues.list()', isAtRest);
  await enter(terminal, '.last', isAtRest);
  if (/\x1b\[31mred/.test(terminal.coloured())) throw new Error('it is coloured');
  // What the user's own code prints may be coloured; more than that it may not.
  await enter(terminal, 'console.log(made.friendly_name ?? made.name)', isAtRest);
  const all = terminal.everything();
  if (!all.includes("'marker'")) throw new Error(`the screen was cleared:\n${screen()}`);
  if (/[\x07\x9b\u202e]/.test(all)) throw new Error('a control character is on the screen');
  await see(isAtRest);
});
terminal.close();

await checked('patchbay -e … | head -1 ends at once without output on stderr', undefined, async () => {
  const code = 'for (let i = 0; i < 1e6; i++) console.log(i)';
  const shell = `${patchbay} -e '${code}' 2>"$HOME/err" | head -1; echo "\${PIPESTATUS[0]}"; cat "$HOME/err"`;
  const out = execFileSync('bash', ['-c', shell], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (out !== '0\n0\npatchbay: requests go to: sandbox\n') throw new Error(JSON.stringify(out));
});
await checked('the same on a terminal', undefined, async () => {
  const other = openTerminal(
    `${patchbay} -e 'Array.from({ length: 99 }, (_, i) => i).join("\\n")' | head -1; exec cat`,
    {
      columns: 80,
      env,
    },
  );
  try {
    await other.see(/requests go to: sandbox/);
    await other.see(/^'?0/m);
  } finally {
    other.close();
  }
});
server.closeAllConnections();
server.close();
finish();

function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
