import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, createBench } from '../../src/bench/index.js';
import type { Sandbox } from '../../src/sandbox/index.js';
import { showText } from '../../src/show/index.js';

const RECORDING = 'fixtures/issues/lost-update/session.yaml';
const folder = mkdtempSync(join(tmpdir(), 'replay-'));
let bench: Bench;
beforeEach(() => {
  bench = createBench();
});
afterEach(() => bench.close());
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the lines that an input shows. */
async function linesOf(source: string, columns = 100): Promise<string[]> {
  const outcome = await bench.run(source);
  return outcome.ok ? showText(outcome.value, { columns }).split('\n') : [`! ${(outcome.error as Error).message}`];
}

const offers = async (line: string) => (await bench.complete(line, line.length)).items.map(({ text }) => text);

it('sends the requests of a recording to a sandbox of its own, and evaluates nothing', async () => {
  const sandbox = bench.globals.sandbox as Sandbox;
  expect(await linesOf(`.replay ${RECORDING}`)).toEqual([
    '   1 same      fabric.subscribers.create 201',
    '   2 same      queues.create 201',
    '   3 same      queues.update 200',
    '   4 same      queues.update 200',
    '   5 same      queues.list 200',
    '5 same, 0 different',
  ]);
  expect(sandbox.journal).toEqual([]);
  expect(bench.log.events.map(({ kind }) => kind)).toEqual(['input', 'output']);
  // The recording declares it in an input.
  expect(readFileSync(RECORDING, 'utf8')).toContain('const queue =');
  expect(bench.scope.names()).not.toContain('queue');
});

it('shows the first difference', async () => {
  const file = join(folder, 'a name with spaces.yaml');
  writeFileSync(
    file,
    readFileSync(RECORDING, 'utf8').replace('first_name: Name1\n        last', 'first_name: X\n        last'),
  );
  expect(await linesOf(`.replay ${file}`)).toEqual([
    '   1 different fabric.subscribers.create 201',
    '   2 same      queues.create 201',
    '   3 same      queues.update 200',
    '   4 same      queues.update 200',
    '   5 same      queues.list 200',
    'first difference: 1 fabric.subscribers.create',
    '  subscriber.first_name',
    '    - "X"',
    '    + "Name1"',
    '4 same, 1 different',
  ]);
});

it('waits before each request with --step, while the session continues', async () => {
  const queue = [
    'exchange 2 of 5: queues.create',
    'POST /api/relay/rest/queues',
    '{',
    '  "name": "night",',
    '  "max_size": 5',
    '}',
    'type .replay next | skip | rest | stop',
  ];
  expect((await linesOf(`.replay ${RECORDING} --step`))[0]).toBe('exchange 1 of 5: fabric.subscribers.create');
  expect(await linesOf('.replay')).toEqual(['   1 same      fabric.subscribers.create 201', ...queue]);
  expect(await linesOf('(await platform.queues.create({ name: "mine" })).friendly_name')).toEqual(["'mine'"]);
  expect(await linesOf('.replay x.yaml')).toEqual([`! end the replay of ${RECORDING} first: .replay stop`]);
  expect((await linesOf('.replay next'))[0]).toBe('   2 same      queues.create 201');
  expect((await linesOf('.replay skip'))[0]).toBe('exchange 4 of 5: queues.update');
  expect(await linesOf('.replay rest')).toEqual([
    '   4 same      queues.update 200',
    '   5 same      queues.list 200',
    '4 same, 0 different',
  ]);
  const names = '(await platform.queues.list()).data.map((queue) => queue.friendly_name)';
  await bench.run(`const names = ${names}`);
  expect(await linesOf('["mine", "night"].map((name) => names.includes(name))')).toEqual(['[ true, false ]']);
  expect(await linesOf('.replay')).toEqual(['! .replay requires a recording, such as `.replay case.yaml --step`']);
});

it('counts what it sent when the user stops it', async () => {
  await linesOf(`.replay --step ${RECORDING}`);
  await linesOf('.replay next');
  expect(await linesOf('.replay stop')).toEqual(['1 same, 0 different', 'stopped: 1 of 5 requests sent']);
  expect((await linesOf(`.replay ${RECORDING}`)).at(-1)).toBe('5 same, 0 different');
});

it('stops at Ctrl-C', async () => {
  const lines = linesOf(`.replay ${RECORDING}`);
  bench.interrupt();
  expect(await lines).toEqual(['0 same, 0 different', 'stopped: 0 of 5 requests sent']);
});

it('keeps a replay that waits when Ctrl-C stops other code', async () => {
  await linesOf(`.replay ${RECORDING} --step`);
  const busy = bench.run('await new Promise(() => {})');
  bench.interrupt();
  expect((await busy).ok).toBe(false);
  expect((await linesOf('.replay rest')).at(-1)).toBe('5 same, 0 different');
});

it('ends a replay that waits when the bench closes', async () => {
  await linesOf(`.replay ${RECORDING} --step`);
  await bench.close();
  expect(bench.replays.file).toBeUndefined();
});

it('completes recordings, --step, and the steps of a replay that waits', async () => {
  expect(await offers('.replay fixtures/issues/lost-update/')).toEqual([RECORDING]);
  expect(await offers(`.replay ${RECORDING} `)).toEqual(['--step', '--from', '--url', '--json']);
  expect(await offers('.replay sk')).toEqual([]);
  await linesOf(`.replay ${RECORDING} --step`);
  expect(await offers('.replay sk')).toEqual(['skip']);
  expect(await offers('.replay skip ')).toEqual([]);
});

it.each([
  ['.replay --step', '.replay requires a recording, such as `.replay case.yaml --step`'],
  ['.replay rest', 'no replay waits for a step. Start one with `.replay FILE --step`'],
  [
    '.replay x.yaml --live',
    '.replay has no --live here. A replay of the prompt is never live. In a shell, run patchbay replay FILE --live',
  ],
  ['.replay absent.yaml', 'the recording absent.yaml cannot be read: there is no such file or folder'],
  ['.replay absent.yaml --step', 'the recording absent.yaml cannot be read: there is no such file or folder'],
])('explains why %j cannot run, and is ready for the next', async (source, message) => {
  expect(await linesOf(source)).toEqual([`! ${message}`]);
  expect((await linesOf(`.replay ${RECORDING}`)).at(-1)).toBe('5 same, 0 different');
});

it('has help that fits 40 columns and says where to replay live', async () => {
  const help = await linesOf('.help replay', 40);
  expect(Math.max(...help.map(({ length }) => length))).toBeLessThanOrEqual(40);
  expect(help.join(' ').replace(/\s+/g, ' ')).toContain('In a shell, run patchbay replay FILE --live');
});

it('finds default names with the beginning of an id the same, and other names different', async () => {
  await bench.run('await platform.queues.list()');
  await bench.run('await platform.queues.create({})');
  const file = join(folder, 'default-names.yaml');
  await bench.run(`.save ${file}`);
  expect(await linesOf(`.replay ${file}`)).toEqual([
    '   1 same      queues.list 200',
    '   2 same      queues.create 201',
    '2 same, 0 different',
  ]);
  const edited = join(folder, 'other-names.yaml');
  const text = readFileSync(file, 'utf8');
  const name = /friendly_name: "?Queue ([0-9a-f]{8})/.exec(text)?.[1] ?? '';
  writeFileSync(edited, text.replace(`Queue ${name}`, 'Queue 0a0a0a0a'));
  expect(await linesOf(`.replay ${edited}`)).toContain('1 same, 1 different');
});

it('explains once why a recording that began later answers only what it has', async () => {
  const file = join(folder, 'later.yaml');
  await bench.run('await platform.queues.list()');
  await bench.run(`.record ${file}`);
  await bench.run("await platform.queues.create({ name: 'later' })");
  await bench.run('.record stop');
  await bench.run(`.mode replay ${file}`);
  const before = bench.log.events.length;
  await bench.run('await platform.queues.list()');
  await bench.run('await platform.queues.list()');
  const notices = bench.log.events.slice(before).flatMap((event) => (event.kind === 'notice' ? [event.text] : []));
  expect(notices).toEqual([
    'the recording began in the middle of a session, so it answers only the requests that it has. For others, type .mode sandbox. To record a whole session, start it with patchbay --record FILE',
  ]);
  expect(await bench.run('.mode sandbox')).toMatchObject({ ok: true });
  expect(await bench.run('await platform.queues.list()')).toMatchObject({ ok: true });
});
