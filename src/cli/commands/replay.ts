import { resolve } from 'node:path';
import type { Sandbox } from '../../sandbox/index.js';
import type { CliCommand } from '../command.js';
import { DIFFERENT, FAILED, FINE, UsageError, WRONG_USAGE } from '../exit-codes.js';
import { EVALUATION, mappedAddresses, parse } from '../options.js';
import { writeErr, writeOut } from '../output.js';

type Snapshot = ReturnType<Sandbox['snapshot']>;

const OPTIONS = {
  run: {
    type: 'boolean',
    help: 'evaluate the recorded inputs instead, after showing them, in an interpreter without Node.js, network and files',
  },
  timeout: { type: 'string', value: 'SECONDS', help: 'with --run: stop an input that takes longer; the default is 60' },
  map: {
    ...EVALUATION.map,
    help: 'with --run: send requests to this host to the sandbox, whichever client sends them',
  },
  step: {
    type: 'boolean',
    help: 'show each request, or with --run each input, and wait for a key: Enter, s, r, b, q or ?',
  },
  url: {
    type: 'string',
    value: 'URL',
    help: 'send the requests to a server on this machine, with the account in PLATFORM_PROJECT_ID and PLATFORM_API_TOKEN',
  },
  live: { type: 'boolean', help: 'send the requests to the real platform. They change your account' },
  profile: EVALUATION.profile,
  yes: {
    type: 'boolean',
    help: 'do not ask: with --live, before requests that buy, delete, dial or send; with --run, before the code',
  },
  json: { type: 'boolean', help: 'print the report as JSON' },
} as const;

export const replay: CliCommand = {
  words: 'FILE',
  takes: 'recording',
  help: 'Send the requests of a recording again, to a sandbox with its resources, and compare the responses and webhooks. Runs recorded code only with --run. Exits with 3 if something differs.',
  example: 'patchbay replay case.yaml',
  options: OPTIONS,
  async run(args) {
    const { values, positionals } = parse(args, OPTIONS);
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('replay needs one recording');
    const { json = false, run = false, step = false, timeout, map, ...where } = values;
    const maps = mappedAddresses(map);
    if (run && (where.live || where.url !== undefined || where.profile !== undefined))
      throw new UsageError('--run uses a sandbox, so it cannot be used with --url, --live and --profile');
    if (!run && (timeout !== undefined || map)) throw new UsageError('--timeout and --map need --run');
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
      write: writeOut,
      warn: (line) => writeErr(`${line}\n`),
    });
    if (sandbox) return openBenchWith(sandbox.snapshot(), file);
    if (refused !== undefined) return refused === 'unanswered' ? WRONG_USAGE : FAILED;
    return report.isSame ? FINE : DIFFERENT;
  },
};

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
