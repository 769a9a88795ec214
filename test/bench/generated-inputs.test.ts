import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commands } from '../../src/bench/commands/index.js';
import { type Bench, createBench, type Outcome } from '../../src/bench/index.js';
import { rememberBuiltIns } from '../../src/eval/index.js';
import { Scrollback } from '../../src/repl/scrollback/index.js';
import { generatedInput } from '../support/generated-inputs.js';
import { seeded } from '../support/random.js';
import { rotatedSeeds } from '../support/rotation.js';

const SEEDS = Number(process.env.PATCHBAY_TEST_INPUTS ?? 1_000);
/** The first seed. */
const FROM = Number(process.env.PATCHBAY_TEST_SEED ?? 0);
const INPUTS_PER_BENCH = 50;
/** The user presses Ctrl-C after this time. */
const PATIENCE_MS = 1_000;
/** An input that takes longer is a wedge. */
const MAX_MS = 60_000;
/** Leaves the sandbox or changes the settings of the user. */
const NOT_RUN = ['.mode', '.profile'];

const NAMES = commands.map(({ name }) => name).filter((name) => !NOT_RUN.includes(name));
const STRAY = ['uncaughtException', 'unhandledRejection'] as const;
const folder = mkdtempSync(join(tmpdir(), 'inputs-'));
const before = process.cwd();
const listeners = STRAY.map((event) => [event, process.rawListeners(event) as (() => void)[]] as const);

beforeAll(() => {
  process.chdir(folder);
  // An input can leave code behind that fails later. The prompt reports it and goes on.
  for (const [event] of listeners) process.removeAllListeners(event).on(event, () => {});
});
afterAll(async () => {
  // A promise that the last input left behind is reported a turn later.
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  for (const [event, all] of listeners) {
    process.removeAllListeners(event);
    for (const one of all) process.on(event, one);
  }
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

/** No shell command is confirmed, so that none of them runs. */
function newBench(): Bench {
  const restore = rememberBuiltIns('Patchbay');
  const bench: Bench = createBench({
    isPrompt: true,
    ask: async () => false,
    afterCode: () => void restore('This input', true),
  });
  const scrollback = new Scrollback(
    () => {},
    () => ({ ...bench, columns: 80, colour: true, mode: bench.mode }),
  );
  scrollback.follow(bench.log);
  return bench;
}

/** Fails with the name of what takes too long. */
async function inTime<Value>(what: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`a wedge: ${what}`)), MAX_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Does with an input what the prompt does: completion, the check, and the run. */
async function typed(bench: Bench, seed: number): Promise<Outcome | undefined> {
  const { source, waits } = generatedInput(seed, NAMES);
  const cursor = seeded(seed).below(source.length + 1);
  bench.signature(source, cursor);
  await inTime('completion', bench.complete(source, cursor));
  if (bench.completeness(source).status === 'interrupted') throw new Error('no check');
  const run = bench.run(source);
  const timer = setTimeout(() => bench.interrupt(), waits ? 0 : PATIENCE_MS);
  try {
    return await inTime('the run', run);
  } finally {
    clearTimeout(timer);
  }
}

it('answers 1 + 1 after each generated input', { timeout: 3_600_000 }, async () => {
  let bench = newBench();
  for (const [count, one] of rotatedSeeds(SEEDS).entries()) {
    if (count % INPUTS_PER_BENCH === INPUTS_PER_BENCH - 1) {
      await inTime('closing the bench', bench.close());
      bench = newBench();
    }
    const seed = FROM + one;
    await typed(bench, seed).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${JSON.stringify(generatedInput(seed, NAMES).source)}`, { cause: error });
    });
    const after = await inTime(`1 + 1 after seed ${seed}`, bench.run('1 + 1'));
    expect(after, `1 + 1 after seed ${seed}`).toEqual({ ok: true, value: 2 });
  }
  await bench.close();
});
