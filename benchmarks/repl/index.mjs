// The bench beside its yardsticks, through pseudo-terminals, all in one run: the ratios mean something, the milliseconds
// only here and now. Exits with 1 when a promise is not kept.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { alternately } from '../alternately.mjs';
import { bundleBareInk } from '../bare-ink/bundle.mjs';
import { built } from '../built.mjs';
import { newHome } from '../new-home.mjs';
import { promise, roundsOr } from '../promise.mjs';
import { median, quantile } from '../quantile.mjs';
import { mongosh } from './mongosh.mjs';
import { onPty } from './pty.mjs';

const ROUNDS = roundsOr(15);
const INPUTS = Number(process.env.INPUTS ?? 10_000);
const SCROLLBACK = 10_000;
/** Suggestions that take longer count as missing. */
const NO_LIST_MS = 3_000;
const KEYS = Number(process.env.KEYS ?? 300);

const cli = built('cli.js');
const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-repl-'));
const env = newHome(folder);
const node = JSON.stringify(process.execPath);
const PROMPT = 'sandbox › ';
const patchbay = `${node} ${JSON.stringify(cli)}`;
/** An unfinished input for everything that suggests something. */
const PROVIDERS = {
  names: 'pl',
  namespaces: 'platform.',
  methods: 'platform.calling.',
  fields: 'await platform.calling.dial({ ',
  'nested fields': "await platform.calling.play('id', { play: [{ ",
  'enum values': "await platform.calling.play('id', { play: [{ type: '",
  'verbs of a document': 'const d = { sections: { main: [{ ',
  'parameters of a verb': 'const d = { sections: { main: [{ play: { ',
  'placeholders in a document': "const d = { sections: { main: [{ play: 'say:%{",
  ids: "await platform.queues.get('",
  skills: "await agent.add_skill('",
  commands: '.s',
  'arguments of commands': '.sandbox ',
  files: '.load ',
  'members of a value': 'queue.',
};

try {
  const bare = `${node} ${JSON.stringify(await bundleBareInk(folder))}`;
  const other = mongosh();

  const spawned = await alternately(ROUNDS, {
    'patchbay, the key sent at spawn': () => keyAtSpawn(patchbay),
    'bare Ink, the same': () => keyAtSpawn(bare),
    'pty and shell alone': () => keyAtSpawn('sh -c \'printf "› q"; exec sleep 60\''),
  });
  const [ours, theirs] = table(spawned, median);
  promise('the key sent at spawn is echoed', ours / theirs, { most: 1.3 });

  const prompts = await alternately(ROUNDS, {
    'patchbay, first prompt': () => toPrompt(patchbay, (row) => row.startsWith(PROMPT.trim())),
    ...(other.command && {
      'mongosh --nodb, first prompt': () => toPrompt(`${other.command} --nodb --quiet`, (row) => row === '>'),
    }),
  });
  const [first, mongo] = table(prompts, median);
  if (mongo === undefined) console.log(`  not compared: mongosh could not be installed (${other.missing})\n`);
  else promise('the first prompt', first / mongo, { most: 0.4 });

  await longSessions(bare);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

async function longSessions(bare) {
  const app = onPty(`${bare} ${SCROLLBACK}`, { env });
  await app.until(() => app.lastRow() === '›', 'the prompt of the bare app');
  const bench = await openBench();
  await input(bench, `for (let i = 0; i < ${SCROLLBACK}; i += 1) console.log('line ' + i)`);
  const keys = { 'patchbay, key to screen': [], 'bare Ink, key to screen': [] };
  for (let done = 0; done < KEYS; done += 30) {
    keys['patchbay, key to screen'].push(...(await typed(bench, PROMPT, bench.cursorRow)));
    keys['bare Ink, key to screen'].push(...(await typed(app, '› ', app.lastRow)));
  }
  const [key, bareKey] = table(keys, p95);
  promise(`key to screen with ${SCROLLBACK} lines above, p95`, key / bareKey, { most: 3 });
  await app.close();

  // With only one item, the name is completed without a list. So create a second queue.
  await input(bench, 'await platform.queues.create({ name: "another" })');
  await input(bench, 'const queue = await platform.queues.create({ name: "bench" })');
  const popups = {};
  for (const [name, text] of Object.entries(PROVIDERS)) {
    const isOffered = (await popup(bench, text)) !== undefined;
    if (isOffered) popups[`list of ${name}`] = [];
    else console.log(`list of ${name}: nothing was offered for ${text}`);
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, text] of Object.entries(PROVIDERS)) {
      const ms = popups[`list of ${name}`] && (await popup(bench, text));
      // The first round may load modules, so it is not measured.
      if (round > 0 && ms !== undefined) popups[`list of ${name}`].push(ms);
    }
  }
  const worst = Math.max(...table(popups, p95));
  promise('the slowest list of suggestions, p95', worst / bareKey, { most: 6 });
  await bench.close();

  const long = await openBench();
  const untyped = await openBench({ ...env, PATCHBAY_TYPES: 'off' });
  await untilTyped(long);
  console.log(`memory of the types worker    ${(long.residentMb() - untyped.residentMb()).toFixed(0)} MB\n`);
  await untyped.close();
  await inputs(long, 500);
  const early = long.residentMb();
  await inputs(long, INPUTS - 500);
  const late = long.residentMb();
  console.log(`resident after 500 inputs    ${early.toFixed(0)} MB`);
  console.log(`resident after ${INPUTS} inputs  ${late.toFixed(0)} MB`);
  promise('memory of the process tree', late / early, { most: 1.3 });
  await long.close();
}

async function keyAtSpawn(command) {
  const program = onPty(command, { env });
  program.write('q');
  const atMs = await program.until(() => program.screen().some((row) => /› ?q/.test(row)), 'the key behind the prompt');
  await program.close();
  return atMs - program.startedMs;
}

async function toPrompt(command, isPrompt) {
  const program = onPty(command, { env });
  const atMs = await program.until(() => isPrompt(program.cursorRow()), 'a prompt');
  await program.close();
  return atMs - program.startedMs;
}

async function openBench(variables = env) {
  const bench = onPty(patchbay, { env: variables });
  await bench.until(() => bench.cursorRow().startsWith(PROMPT.trim()), 'the prompt');
  await input(bench, '1');
  return bench;
}

/** Runs one input and waits for its end mark and an empty prompt. */
async function input(bench, source) {
  const mark = `done ${Math.random().toString(36).slice(2)}`;
  bench.write(`${source}\r`);
  bench.write(`'${mark.slice(0, 4)}' + '${mark.slice(4)}'\r`);
  await bench.until(() => bench.screen().includes(`'${mark}'`) && bench.cursorRow() === PROMPT.trim(), source);
}

async function inputs(bench, count) {
  const BATCH = 50;
  for (let sent = 0; sent < count; sent += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, i) => `({ n: ${sent + i}, text: 'row ' + ${i} })\r`);
    bench.write(batch.join(''));
    await input(bench, '0');
  }
}

/** A line of keys, one after the other, and the line cleared again. */
async function typed(program, prompt, row) {
  const times = [];
  let text = '';
  for (const key of 'const answer_to_all = 6 * 7 + x') {
    text += key;
    const wanted = (prompt + text).trimEnd();
    const sentMs = performance.now();
    program.write(key);
    times.push((await program.until(() => row().startsWith(wanted), wanted)) - sentMs);
    // A space at the end changes nothing on the screen, so it is not measured.
    if (key === ' ') times.pop();
  }
  program.write('\x15');
  await program.until(() => row() === prompt.trim(), 'an empty prompt');
  return times;
}

/** From Tab to the list; nothing when none comes. */
async function popup(bench, text) {
  const isOpen = () => bench.screen().some((row) => /Tab selects|\d+ of \d+/.test(row));
  bench.write(text);
  await bench.until(() => bench.cursorRow().startsWith((PROMPT + text).trimEnd()), text);
  const sentMs = performance.now();
  bench.write('\t');
  const ms = await bench.until(isOpen, 'a list', NO_LIST_MS).then(
    (atMs) => atMs - sentMs,
    () => undefined,
  );
  bench.write('\x03');
  await bench.until(() => bench.cursorRow() === PROMPT.trim() && !isOpen(), 'an empty prompt');
  return ms;
}

/** Waits until the types worker, which starts when the bench is idle, offers its first list. */
async function untilTyped(bench) {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await wait(2_000);
    if ((await popup(bench, '(await platform.queues.list()).')) !== undefined) return;
  }
  throw new Error('the types worker offers no list');
}

function table(times, figure) {
  return Object.entries(times).map(([name, all]) => {
    const sorted = all.toSorted((a, b) => a - b);
    const show = (ms) => ms.toFixed(ms < 20 ? 1 : 0);
    console.log(
      `${name.padEnd(34)} median ${show(median(all))} ms, p95 ${show(p95(all))} (${show(sorted[0])}–${show(sorted.at(-1))}, ${all.length} times)`,
    );
    return figure(all);
  });
}

function p95(all) {
  return quantile(all, 0.95);
}
