import type { Bench } from './bench.js';
import { type BenchOptions, createBench } from './create-bench.js';
import type { Mode } from './mode.js';
import type { RecordingOptions } from './recording.js';

export interface OpenOptions extends BenchOptions {
  /** Where requests go from the start. */
  readonly mode: Mode;
  /** Also write down every exchange. */
  readonly record?: RecordingOptions;
}

/** A bench that begins elsewhere than in the sandbox. */
export async function openBench({ mode, record, ...options }: OpenOptions): Promise<Bench> {
  const bench = createBench(options);
  if (mode.kind !== 'sandbox') await bench.use(mode);
  if (record) await bench.record(record);
  return bench;
}
