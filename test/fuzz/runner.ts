import { seeded } from '../support/random.js';
import { randomInput } from './generator.js';
import { breach } from './law.js';
import { minimised } from './minimise.js';
import { TARGETS } from './targets.js';
import { Worker } from './worker.js';

export interface FuzzOptions {
  readonly seed: number;
  readonly minutes: number;
  /** Only targets whose name contains this. */
  readonly target: string | undefined;
  readonly bytes: number;
  /** Ends the run at this many inputs for each target. */
  readonly inputs: number;
  say(line: string): void;
}

export interface Failure {
  readonly target: string;
  readonly why: string;
  /** The input number of its target: the same seed makes it again. */
  readonly number: number;
  readonly input: Buffer;
}

/** A hung or dead target costs a new process each time: the first failures are enough. */
const MAX_FAILURES = 3;
const DEADLINE_MS = 10_000;

/** Gives random inputs to each target in turn, until the time or the inputs are used up. */
export async function fuzz(options: FuzzOptions): Promise<{ inputs: number; failures: readonly Failure[] }> {
  const { seed, minutes, target = '', say } = options;
  const until = performance.now() + minutes * 60_000;
  const targets = TARGETS.filter(({ name }) => name.includes(target));
  if (targets.length === 0) throw new Error(`Unknown target ${target}. The targets are: ${NAMES}.`);
  const worker = new Worker(DEADLINE_MS);
  const failures: Failure[] = [];
  let inputs = 0;
  try {
    for (let number = 0; number < options.inputs && performance.now() < until; number++) {
      for (const { name } of targets) {
        if (performance.now() >= until) break;
        if (failures.filter((one) => one.target === name).length >= MAX_FAILURES) continue;
        const bytes = sizeFor(name, options.bytes);
        const input = inputFor(name, seed, number, bytes);
        inputs++;
        const why = await breach(worker, { target: name, input }, bytes);
        if (why === undefined) continue;
        const failure = { target: name, why, number, input: await shortened(worker, name, input, why) };
        failures.push(failure);
        say(report(failure, options));
      }
    }
  } finally {
    await worker.close();
  }
  return { inputs, failures };
}

const NAMES = TARGETS.map(({ name }) => name).join(', ');

const sizeFor = (name: string, bytes: number): number =>
  TARGETS.find((one) => one.name === name)?.isSlow ? Math.ceil(bytes / 4) : bytes;

/** The input with this number: sizes vary, and the same seed and number always give the same bytes. */
export function inputFor(name: string, seed: number, number: number, bytes: number): Buffer {
  const target = TARGETS.find((one) => one.name === name);
  if (!target) throw new Error(`Unknown target ${name}. The targets are: ${NAMES}.`);
  const random = seeded(seed * 1_000_003 + number);
  return randomInput(target, random, random.pick([16, 100, 1000, bytes, bytes]));
}

/** A slow input cannot be shortened without becoming quick; one that hangs would take the deadline for each try. */
async function shortened(worker: Worker, target: string, input: Buffer, why: string): Promise<Buffer> {
  const kind = /^(crashed|died)/.exec(why)?.[0];
  if (kind === undefined) return input;
  return minimised(input, async (shorter) => (await worker.run({ target, input: shorter })).outcome === kind);
}

const SHOWN_BYTES = 2000;

function report({ target, why, number, input }: Failure, { seed, bytes }: FuzzOptions): string {
  const base64 = input.toString('base64');
  return [
    `not ok ${target}: ${why}`,
    `  input ${number} of seed ${seed}, ${input.length} bytes, in base64:`,
    `  ${base64.length > SHOWN_BYTES ? `${base64.slice(0, SHOWN_BYTES)}… (${base64.length} characters)` : base64}`,
    `  run it again: npm run fuzz -- --target ${JSON.stringify(target)} --seed ${seed} --bytes ${bytes} --only ${number}`,
  ].join('\n');
}

/** Runs one input again, in full. */
export async function runAgain(target: string, input: Buffer): Promise<string> {
  const worker = new Worker(DEADLINE_MS);
  try {
    const { outcome, message, ms } = await worker.run({ target, input });
    return `${outcome} in ${ms.toFixed(0)} ms ${message}`.trim();
  } finally {
    await worker.close();
  }
}
