// How long from the start of the program until a key is on the screen, and how much CPU time `-e 1` and `skills list`
// need, each beside its yardstick.
// Both sides of a pair run alternately in this one process; the ratio means something, the milliseconds only here and now.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { alternately } from './alternately.mjs';
import { bundleBareInk } from './bare-ink/bundle.mjs';
import { built } from './built.mjs';
import { cpuMs } from './cpu.mjs';
import { newHome } from './new-home.mjs';
import { promise, roundsOr } from './promise.mjs';
import { median } from './quantile.mjs';

const ROUNDS = roundsOr(15);
const KEY = 'q';
// The terminal's own echo would show the key alone: only a program that has drawn a prompt puts it behind the sign.
const ECHO = new RegExp(`› ?${KEY}`);
/** `script` of util-linux runs a command on its own pseudo-terminal. */
const PTY = 'script';
const PATIENCE_MS = 20_000;
// Node.js 24 itself starts in half the time, so the same work is a larger ratio.
const major = Number(process.versions.node.split('.')[0]);
const LIMITS = major < 22 ? { once: 2.5, list: 2 } : { once: 6, list: 4.5 };

const cli = built('cli.js');
const folder = mkdtempSync(join(tmpdir(), 'patchbay-start-'));
const env = newHome(folder);

try {
  const bare = await bundleBareInk(folder);
  const node = JSON.stringify(process.execPath);
  const screen = await alternately(ROUNDS, {
    'patchbay, key on the screen': () => keyToScreen(`exec ${node} ${JSON.stringify(cli)}`),
    'bare Ink, key on the screen': () => keyToScreen(`exec ${node} ${JSON.stringify(bare)}`),
    'pty and shell alone': () => keyToScreen(`printf '› ${KEY}'; exec sleep 5`),
  });
  const once = await alternately(ROUNDS, {
    'patchbay -e 1': () => cpuMs([cli, '-e', '1'], env),
    'node -e 1': () => cpuMs(['-e', '1'], env),
  });
  const listing = await alternately(ROUNDS, {
    'patchbay skills list': () => cpuMs([cli, 'skills', 'list'], env),
    'node -e 0': () => cpuMs(['-e', '0'], env),
  });
  const [ours, yardstick, floor] = report(screen);
  promise('a key on the screen, without the pty and shell', (ours - floor) / (yardstick - floor), { most: 1.5 });
  const [ourOnce, nodeOnce] = report(once);
  promise(`patchbay -e 1 on Node.js ${major}`, ourOnce / nodeOnce, { most: LIMITS.once });
  const [ourList, nodeList] = report(listing);
  promise(`patchbay skills list on Node.js ${major}`, ourList / nodeList, { most: LIMITS.list });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Sends one key to a new pseudo-terminal and waits until it appears after the prompt. */
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

function report(times) {
  return Object.entries(times).map(([name, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const middle = median(all);
    console.log(
      `${name.padEnd(28)} median ${middle.toFixed(0)} ms (${sorted[0].toFixed(0)}–${sorted.at(-1).toFixed(0)}, ${all.length} rounds)`,
    );
    return middle;
  });
}
