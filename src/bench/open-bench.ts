import type { Profile } from '../commands/index.js';
import type { Bench } from './bench.js';
import type { BenchOptions } from './bench-options.js';
import { applyConfig, CommandFolders } from './config/index.js';
import { createBench } from './create-bench.js';
import type { Mode } from './mode/mode.js';
import type { RecordingOptions } from './mode/recording.js';

export interface OpenOptions extends BenchOptions {
  readonly mode: Mode;
  readonly record?: RecordingOptions;
  /** The folder of the config file. Without it, no config file is used. */
  readonly configFrom?: string;
}

export async function openBench({ mode, record, configFrom, ...options }: OpenOptions): Promise<Bench> {
  let configured: Readonly<Record<string, Profile>> = {};
  const commands = new CommandFolders();
  const from = mode.kind === 'sandbox' ? mode.from : undefined;
  // Loaded on demand, because the schemas of the file format load slowly.
  const cassette = from === undefined ? undefined : (await import('../cassette/index.js')).openCassette(from);
  const bench = createBench({
    ...options,
    ...(cassette && from !== undefined && { from: cassette, startedFrom: from }),
    profiles: () => configured,
    commandRefusal: (folder) => commands.refusal(folder),
  });
  for (const warning of cassette?.warnings ?? []) bench.log.append({ kind: 'notice', text: warning });
  // `createBench` limits requests to this machine, so the config file is loaded after it and before the mode changes.
  const config = configFrom === undefined ? undefined : await applyConfig(bench, configFrom, commands);
  configured = config?.profiles ?? {};
  if (mode.kind !== 'sandbox') await bench.use(mode);
  if (record) await bench.record(record);
  await config?.start();
  return bench;
}
