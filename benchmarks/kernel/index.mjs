// `npm run bench:kernel`: our kernel beside stock tslab's, with the same client, by turns. Prints ratios.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../built.mjs';
import { promise, roundsOr } from '../promise.mjs';
import { median } from '../quantile.mjs';
import { Lost } from './client.mjs';
import { start } from './kernels.mjs';

const ROUNDS = roundsOr(5);
const NAMES = ['patchbay', 'tslab'];
const LINES = 20_000;
const CELLS = [
  'const greeting: string = "hello"',
  'function twice(x: number) { return 2 * x }',
  'twice(21)',
  'const later = await Promise.resolve([1, 2, 3])',
  'later.map(twice)',
  'interface Point { x: number; y: number }',
  'const point: Point = { x: 1, y: 2 }; point',
  'import { basename } from "path"; basename("/a/b.txt")',
  'for (const one of later) console.log(one)',
  'class Counter { n = 0; up() { return ++this.n } } new Counter().up()',
];
/** As a program that runs notebooks asks: it takes no input. */
const PROGRAM = { allow_stdin: false };

built('kernel-main.js');
const folder = mkdtempSync(join(tmpdir(), 'bench-kernel-'));
try {
  await wholeProcesses();
  await warmKernels();
  await output();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Started in each round: the time to the first reply, and to the end of a notebook of ten cells. */
async function wholeProcesses() {
  const ready = sides();
  const notebook = sides();
  for (let round = -1; round < ROUNDS; round++) {
    for (const name of NAMES) {
      const begun = performance.now();
      const kernel = await start(name, folder);
      const isReady = performance.now() - begun;
      for (const cell of CELLS) {
        const { reply } = await kernel.execute(cell, PROGRAM);
        if (reply.status !== 'ok') throw new Error(`${name}: ${cell}: ${reply.ename} ${reply.evalue}`);
      }
      const isDone = performance.now() - begun;
      await kernel.stop();
      if (round < 0) continue;
      ready[name].push(isReady);
      notebook[name].push(isDone);
    }
  }
  report('ready', ready, 0.5);
  report('a notebook of 10 cells, start included', notebook, 1);
}

/** Both are up and have done everything once. */
async function warmKernels() {
  const kernels = { patchbay: await start('patchbay', folder), tslab: await start('tslab', folder) };
  const code = 'numbers.ma';
  for (const name of NAMES) {
    await kernels[name].execute('const numbers = [1, 2, 3]');
    for (let i = 0; i < 20; i++) {
      await kernels[name].execute(`${i} + 1`);
      await kernels[name].request('complete_request', { code, cursor_pos: code.length });
    }
    // Answered by the compiler alone, so it has loaded and is done with all of the above.
    await kernels[name].request('inspect_request', { code: 'console.log', cursor_pos: 11, detail_level: 0 });
  }
  const repeated = async (ask) => {
    const times = sides();
    for (let i = -10 * ROUNDS; i < 20 * ROUNDS; i++) {
      for (const name of NAMES) {
        const took = await timed(() => answered(name, ask(kernels[name])));
        if (i >= 0) times[name].push(took);
      }
    }
    return times;
  };
  const cell = await repeated((kernel) => kernel.execute('1 + 1'));
  const completion = await repeated((kernel) => kernel.request('complete_request', { code, cursor_pos: code.length }));
  for (const name of NAMES) await kernels[name].stop();
  report('a trivial cell, types checked', cell, 1.2);
  report('a completion, our answers merged with those of TypeScript', completion, 2);
}

/** Against a bare process that prints the same into a pipe. Stock tslab is not compared here, because it never ends. */
async function output() {
  const kernel = await start('patchbay', folder);
  const bare = fork(new URL('pipe.mjs', import.meta.url), { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
  const expected = Array.from({ length: LINES }, (_, i) => `line ${i}\n`).join('').length;
  const piped = () =>
    new Promise((resolve) => {
      let bytes = 0;
      const count = (chunk) => {
        bytes += chunk.length;
        if (bytes < expected) return;
        bare.stdout.off('data', count);
        resolve();
      };
      bare.stdout.on('data', count);
      bare.send(LINES);
    });
  const lines = { patchbay: [], pipe: [] };
  for (let round = -2; round < 3 * ROUNDS; round++) {
    const ours = await timed(async () => {
      const { bytes } = await kernel.execute(`for (let i = 0; i < ${LINES}; i++) console.log('line ' + i)`, PROGRAM);
      if (bytes !== expected) throw new Error(`${bytes} of ${expected} bytes arrived`);
    });
    const theirs = await timed(piped);
    if (round < 0) continue;
    lines.patchbay.push(ours);
    lines.pipe.push(theirs);
  }
  bare.disconnect();
  await kernel.stop();
  report(`${LINES} lines of output, against a pipe`, lines, 3);
}

function sides() {
  return Object.fromEntries(NAMES.map((name) => [name, []]));
}

/** Reports a lost reply. One lost reply does not change the median. */
function answered(name, asked) {
  return asked.catch((error) => {
    if (!(error instanceof Lost)) throw error;
    console.log(`  (${name}: ${error.message})`);
  });
}

async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Round by round, so that a slow moment of the machine weighs on both sides. */
function report(what, times, most) {
  const [[, ours], [other, theirs]] = Object.entries(times);
  const ratio = median(ours.map((time, round) => time / theirs[round]));
  const ms = (all) => `${median(all).toFixed(1)} ms`;
  console.log(`${what}: patchbay ${ms(ours)}, ${other} ${ms(theirs)}`);
  promise(what, ratio, { most });
}
