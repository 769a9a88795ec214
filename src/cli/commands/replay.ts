import { resolve } from 'node:path';
import { exchangeNumber, parse, replay } from '../../commands/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { DIFFERENT, FAILED, FINE, UsageError, WRONG_USAGE } from '../exit-codes.js';
import { mappedAddresses } from '../options.js';
import { writeErr, writeOut } from '../output.js';

type Snapshot = ReturnType<Sandbox['snapshot']>;

/** Sends the requests of a recording again, or evaluates its inputs. */
export async function replayRecording(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args, replay.options);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('replay needs one recording');
  const { json = false, run = false, step = false, timeout, map, from, ...where } = values;
  const maps = mappedAddresses(map);
  if (run && (where.live || where.url !== undefined || where.profile !== undefined))
    throw new UsageError('--run uses a sandbox, so it cannot be used with --url, --live and --profile');
  if (!run && (timeout !== undefined || map)) throw new UsageError('--timeout and --map need --run');
  if (from !== undefined && (run || where.live || where.url !== undefined))
    throw new UsageError('--from sends the earlier requests too, so it cannot be used with --run, --url and --live');
  if (step && json) throw new UsageError('choose one of --step and --json');
  const timeoutMs = timeoutOf(timeout);
  const hasSandbox = !run && !where.live && where.url === undefined;
  const steps = step ? { steps: new (await import('../cases/steps.js')).Steps({ hasSandbox }) } : {};
  const { openCassette } = await import('../../cassette/index.js');
  const cassette = openCassette(file);
  for (const warning of cassette.warnings) writeErr(`${warning}\n`);
  if (run) {
    const { replayInputs } = await import('../cases/replay-inputs.js');
    return replayInputs(file, cassette, { yes: where.yes ?? false, json, timeoutMs, maps, ...steps });
  }
  const { replayFile } = await import('../cases/replay.js');
  const { report, refused, sandbox } = await replayFile(cassette, {
    ...where,
    ...steps,
    json,
    ...(from !== undefined && { from: exchangeNumber('--from', from) }),
    write: writeOut,
    warn: (line) => writeErr(`${line}\n`),
  });
  if (sandbox) return openBenchWith(sandbox.snapshot(), file);
  if (refused !== undefined) return refused === 'unanswered' ? WRONG_USAGE : FAILED;
  return report.isSame ? FINE : DIFFERENT;
}

/** Opens the bench with the resources of the recording, as the replay has left them. */
async function openBenchWith(snapshot: Snapshot, file: string): Promise<number> {
  const { openOnTerminal } = await import('../open-bench.js');
  const mode = { kind: 'sandbox', from: resolve(file) } as const;
  return openOnTerminal({ mode, maps: [], yes: false }, snapshot);
}

function timeoutOf(text = '60'): number {
  const seconds = Number(text);
  if (text.trim() !== '' && seconds > 0 && seconds <= 86_400) return seconds * 1_000;
  throw new UsageError(`--timeout must be a number of seconds, such as 10, not ${text}`);
}
