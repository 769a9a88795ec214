import type { Bench } from './bench.js';
import { applyConfig, CommandFolders } from './config/index.js';
import { type BenchOptions, createBench } from './create-bench.js';
import type { Mode } from './mode/mode.js';
import type { Profile } from './mode/profiles.js';
import type { RecordingOptions } from './mode/recording.js';

export interface OpenOptions extends BenchOptions {
  /** Where requests go from the start. */
  readonly mode: Mode;
  /** Also write down every exchange. */
  readonly record?: RecordingOptions;
  /** Where a config file may be. Without it none is looked for. */
  readonly configFrom?: string;
}

/** A bench that begins elsewhere than in the sandbox. */
export async function openBench({ mode, record, configFrom, ...options }: OpenOptions): Promise<Bench> {
  let configured: Readonly<Record<string, Profile>> = {};
  const commands = new CommandFolders();
  const bench = createBench({
    ...options,
    profiles: () => configured,
    commandRefusal: (folder) => commands.refusal(folder),
  });
  // Only now: what the config file does offline stays on this machine.
  const config = configFrom === undefined ? undefined : await applyConfig(bench, configFrom, commands);
  configured = config?.profiles ?? {};
  if (mode.kind !== 'sandbox') await bench.use(mode);
  if (record) await bench.record(record);
  await config?.start();
  return bench;
}
