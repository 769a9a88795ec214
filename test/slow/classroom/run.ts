// Grades whole classes with the built command: forged submissions, an interrupt, and the time beside that of a plain run.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Notebook } from '../../../src/kernel/index.js';
import { attempt } from '../../../src/util/index.js';
import { cellOf, copyOf, exampleIn, notebookOf, writeNotebookFile } from '../../classroom/support/classroom.js';
import { FORGED } from '../../classroom/support/forged-submissions.js';
import { sampled } from '../../support/rotation.js';

const CLI = join(import.meta.dirname, '../../../dist/cli.js');
const PRIVATE = 'PRIVATE-TEXT-OF-THE-TEACHER';
const home = mkdtempSync(join(tmpdir(), 'classroom-'));
const env = {
  ...{ PATH: process.env.PATH, PATCHBAY_STATE_DIR: home, PATCHBAY_CONFIG_DIR: home, NO_COLOR: '1' },
  PLATFORM_API_TOKEN: PRIVATE,
};
const running = new Set<ChildProcess>();

function start(args: readonly string[], cwd = home): ChildProcess {
  const child = spawn(process.execPath, [CLI, ...args], { cwd, env });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

async function patchbay(args: readonly string[], cwd = home) {
  const child = start(args, cwd);
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
  ]);
  const [code] = await closed;
  return { code: Number(code), out, err };
}

function assert(isTrue: boolean, message: string): void {
  if (!isTrue) throw new Error(message);
  console.log(`ok: ${message}`);
}

/** A class of these learners, each with a submission. */
async function classOf(name: string, submissions: readonly Notebook[], limits: string): Promise<string> {
  await patchbay(['class', 'new', name]);
  const folder = join(home, name);
  const ids = submissions.map((_, index) => `learner-${index}`);
  writeFileSync(join(folder, 'roster.csv'), `id\n${ids.join('\n')}\n`);
  writeFileSync(join(folder, 'class.yaml'), `name: ${name}\nseed: 1\nlimits: ${limits}\n`);
  for (const [index, notebook] of submissions.entries())
    writeNotebookFile(join(folder, 'inbox', `learner-${index}`, 'first-queue.ipynb'), notebook);
  return folder;
}

interface Results {
  readonly learners: readonly { readonly id: string; readonly earned: number; readonly problems: readonly string[] }[];
  readonly not_graded: number;
}

/** Every forged submission in processes of its own, among honest ones. */
async function forged(): Promise<void> {
  const targets = { file: join(home, 'private.txt'), out: join(home, 'out.txt') };
  writeFileSync(targets.file, PRIVATE);
  writeFileSync(targets.out, 'UNTOUCHED');
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(String(request.url));
    response.end(PRIVATE);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await patchbay(['class', 'new', 'model']);
  const assignment = exampleIn(join(home, 'model'));
  const honest = copyOf(assignment);
  cellOf(honest, 'queue').source = "await platform.queues.create({ name: 'returns', max_size: 20 });";
  // The others run in the process of a test too.
  const some = sampled(FORGED, ({ needsProcess = false }) => needsProcess, 4);
  const copies = some.map(({ forge }) => {
    const copy = copyOf(assignment);
    forge(copy, { ...targets, url });
    return copy;
  });
  const room = await classOf('forged', [...copies, honest], '{ cell_seconds: 8, total_seconds: 40 }');
  const linked = join(room, 'inbox', 'learner-0', 'first-queue.ipynb');
  rmSync(linked);
  symlinkSync(targets.file, linked);
  const collected = await patchbay(['class', 'collect', 'first-queue', 'inbox'], room);
  assert(collected.code === 1 && collected.err.includes('it is a link'), 'a link is not collected');
  rmSync(linked);
  writeNotebookFile(linked, copies[0] as Notebook);
  assert(
    (await patchbay(['class', 'collect', 'first-queue', 'inbox'], room)).code === 0,
    'the submissions are collected',
  );
  const graded = await patchbay(['class', 'grade', 'first-queue', '--json', '--jobs', '2'], room);
  assert(graded.code === 0, `the class is graded ${graded.err}`);
  const { learners } = JSON.parse(graded.out) as Results;
  for (const [index, { name }] of some.entries())
    assert(learners[index]?.earned === 0, `nothing for one that ${name}: ${learners[index]?.problems.join('; ')}`);
  assert(learners.at(-1)?.earned === 3, 'an honest submission after them gets its points');
  assert(hits.length === 0, `no request reached the server ${hits.join(' ')}`);
  assert(readFileSync(targets.out, 'utf8') === 'UNTOUCHED', 'no file was written');
  const written = readdirSync(join(room, 'graded'), { recursive: true, encoding: 'utf8', withFileTypes: true });
  const texts = written
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'));
  assert(!texts.some((one) => one.includes(PRIVATE)), 'no result contains a private text');
  server.close();
}

/** An interrupt keeps the finished results. */
async function interrupted(): Promise<void> {
  await patchbay(['class', 'new', 'model-2']);
  const assignment = exampleIn(join(home, 'model-2'));
  const slow = copyOf(assignment);
  cellOf(slow, 'queue').source = 'await new Promise(() => {});';
  const room = await classOf('interrupted', [copyOf(assignment), slow], '{ cell_seconds: 600, total_seconds: 600 }');
  await patchbay(['class', 'collect', 'first-queue', 'inbox'], room);
  const child = start(['class', 'grade', 'first-queue', '--jobs', '1'], room);
  const closed = once(child, 'close');
  // The second submission is running when the first one has ended, which the tests of its process show.
  await untilSecond(child);
  child.kill('SIGINT');
  const [code] = await closed;
  const [time = ''] = readdirSync(join(room, 'graded', 'first-queue'));
  const results = JSON.parse(
    readFileSync(join(room, 'graded', 'first-queue', time, 'results.json'), 'utf8'),
  ) as Results;
  assert(code === 130 && results.learners.length === 1 && results.not_graded === 1, 'an interrupt keeps the results');
}

/** Waits until the third process of the command has started: two for the first submission, one for the second. */
async function untilSecond({ pid }: ChildProcess): Promise<void> {
  const seen = new Set<string>();
  while (seen.size < 3) {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    // A process may have ended in the meantime.
    for (const one of children)
      if (attempt(() => readFileSync(`/proc/${one}/cmdline`, 'utf8'))?.includes('grading-process')) seen.add(one);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const CELLS = [
  [
    "import { check, platform, use, value } from 'patchbay/notebook';\nawait use('sandbox');",
    { grade_id: 'start', locked: true },
  ],
  ...[1, 2, 3, 4, 5, 6].map(
    (index) =>
      [
        `const made${index} = await platform.queues.create({ name: 'queue-${index}' });`,
        { grade_id: `a${index}`, solution: true },
      ] as const,
  ),
  ...[1, 2, 3].map(
    (index) =>
      [
        `await check(1, 'Queue ${index} exists', async () => (await platform.queues.list()).data.some(({ id }) => id === value('made${index}').id));`,
        { grade_id: `t${index}`, grade: true, points: 1, locked: true },
      ] as const,
  ),
] as const;
const LEARNERS = 30;
const MAX_RATIO = 1.5;

/** Grading and running the same submissions of ten cells, one after the other in one run. */
async function measured(): Promise<void> {
  const notebook = notebookOf(CELLS);
  const room = await classOf(
    'measured',
    Array.from({ length: LEARNERS }, () => notebook),
    '{ cell_seconds: 60, total_seconds: 300 }',
  );
  rmSync(join(room, 'source'), { recursive: true });
  writeNotebookFile(join(room, 'source', 'ten', 'first-queue.ipynb'), notebook);
  mkdirSync(join(room, 'plain'));
  const plain = Array.from({ length: LEARNERS }, (_, index) => join('plain', `${index}.ipynb`));
  for (const file of plain) cpSync(join(room, 'source', 'ten', 'first-queue.ipynb'), join(room, file));
  await patchbay(['class', 'collect', 'ten', 'inbox'], room);
  const timed = async (args: readonly string[]) => {
    const begun = performance.now();
    const ended = await patchbay(args, room);
    if (ended.code !== 0) throw new Error(ended.err);
    return { seconds: (performance.now() - begun) / 1000, out: ended.out };
  };
  const ran = await timed(['notebook', 'run', ...plain, '--jobs', '2']);
  const graded = await timed(['class', 'grade', 'ten', '--json', '--jobs', '2']);
  const { learners } = JSON.parse(graded.out) as Results;
  assert(
    learners.every(({ earned }) => earned === 3),
    'each submission gets its points',
  );
  const ratio = graded.seconds / ran.seconds;
  console.log(`running ${ran.seconds.toFixed(1)} s, grading ${graded.seconds.toFixed(1)} s, ratio ${ratio.toFixed(2)}`);
  assert(ratio <= MAX_RATIO, `grading takes at most ${MAX_RATIO} times as long as running`);
}

const parts = { forged, interrupted, measured };
const chosen = process.argv.slice(2);

try {
  for (const [name, part] of Object.entries(parts)) if (chosen.length === 0 || chosen.includes(name)) await part();
} finally {
  for (const child of running) child.kill('SIGKILL');
  rmSync(home, { recursive: true });
}
