// How long from the start of the program until a key is on the screen, until `-e 1` is over, and until
// the skills are listed, each beside its yardstick.
// Both sides of a pair run alternately in this one process; the ratio means something, the milliseconds only here and now.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { bundleBareInk } from './bare-ink/bundle.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 15);
const KEY = 'q';
// The terminal's own echo would show the key alone: only a program that has drawn a prompt puts it behind the sign.
const ECHO = new RegExp(`› ?${KEY}`);
/** Of util-linux: runs a command on a pseudo-terminal of its own. */
const PTY = 'script';
const PATIENCE_MS = 20_000;

const cli = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', 'dist', 'cli.js');
if (!existsSync(cli)) {
  console.error('dist/cli.js is missing: npm run build');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'patchbay-start-'));
const { CI: _ci, CONTINUOUS_INTEGRATION: _ciToo, ...rest } = process.env;
const env = {
  ...rest,
  TERM: 'xterm-256color',
  HOME: folder,
  XDG_STATE_HOME: folder,
  XDG_CONFIG_HOME: folder,
  XDG_DATA_HOME: folder,
};

try {
  const bare = await bundleBareInk(folder);
  const node = JSON.stringify(process.execPath);
  const screen = await compare(ROUNDS, {
    'patchbay, key on the screen': () => keyToScreen(`exec ${node} ${JSON.stringify(cli)}`),
    'bare Ink, key on the screen': () => keyToScreen(`exec ${node} ${JSON.stringify(bare)}`),
    'pty and shell alone': () => keyToScreen(`printf '› ${KEY}'; exec sleep 5`),
  });
  const once = await compare(ROUNDS, {
    'patchbay -e 1': () => toTheEnd([cli, '-e', '1']),
    'node -e 1': () => toTheEnd(['-e', '1']),
  });
  const listing = await compare(ROUNDS, {
    'patchbay skills list': () => toTheEnd([cli, 'skills', 'list']),
    'node -e 0': () => toTheEnd(['-e', '0']),
  });
  const [ours, yardstick, floor] = report(screen);
  console.log(
    `  ratio ${((ours - floor) / (yardstick - floor)).toFixed(2)} without the pty and shell (aim: at most 1.5)\n`,
  );
  const [ourOnce, nodeOnce] = report(once);
  console.log(`  ratio ${(ourOnce / nodeOnce).toFixed(2)} (aim: at most 3)\n`);
  const [ourList, nodeList] = report(listing);
  console.log(`  ratio ${(ourList / nodeList).toFixed(2)} (aim: at most 2.5)`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs all sides in turn, round after round, after one round that only warms the file cache. */
async function compare(rounds, sides) {
  const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(sides)) {
      const ms = await measure();
      if (round > 0) times[name].push(ms);
    }
  }
  return times;
}

/** A pseudo-terminal of its own, one key sent at once, until the key stands behind the prompt. */
function keyToScreen(command) {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const child = spawn(PTY, ['-qfec', `stty cols 80 rows 24; ${command}`, '/dev/null'], { env, detached: true });
    child.stdin.write(KEY);
    let seen = '';
    let ms;
    const stop = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It had ended by itself.
      }
    };
    const timer = setTimeout(stop, PATIENCE_MS);
    child.stdin.on('error', () => {});
    child.stdout.on('data', (bytes) => {
      seen += bytes;
      if (ms !== undefined || !ECHO.test(stripVTControlCharacters(seen))) return;
      ms = performance.now() - startedMs;
      stop();
    });
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      if (ms === undefined) reject(new Error(`the key never came to the screen; what came:\n${JSON.stringify(seen)}`));
      else resolve(ms);
    });
  });
}

function toTheEnd(args) {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(performance.now() - startedMs);
      else reject(new Error(`node ${args.join(' ')} ended with ${code}`));
    });
  });
}

function report(times) {
  return Object.entries(times).map(([name, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)];
    console.log(
      `${name.padEnd(28)} median ${median.toFixed(0)} ms (${sorted[0].toFixed(0)}–${sorted.at(-1).toFixed(0)}, ${all.length} rounds)`,
    );
    return median;
  });
}
