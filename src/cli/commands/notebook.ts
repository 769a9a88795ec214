import { UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import type { CliCommand } from './command.js';

const RUN = {
  check: { type: 'boolean', help: 'compare the outputs with those in the file, and end with 3 when they differ' },
  'in-place': { type: 'boolean', help: 'write the outputs into the file' },
  jobs: { type: 'string', value: 'N', help: 'how many run at once; as many as there are processors unless it is said' },
  timeout: { type: 'string', value: 'SECONDS', help: 'stop a cell that takes longer' },
  live: { type: 'boolean', help: 'let them reach the real platform' },
  env: { type: 'string', multiple: true, value: 'NAME', help: 'pass this environment variable to the notebooks' },
} as const;
/** One week. A timer cannot be much longer. */
const LONGEST_S = 604_800;
const COPY = { force: { type: 'boolean', help: 'also over what somebody changed' } } as const;

export const notebook: CliCommand = {
  help: 'Run notebooks with our kernel, no Python needed, or lay out those that come with Patchbay.',
  example: 'patchbay notebook run lesson.ipynb',
  actions: {
    run: {
      words: 'FILE.ipynb…',
      takes: 'file',
      help: 'Run notebooks from their first cell to their last, each in a kernel of its own, in the sandbox.',
      example: 'patchbay notebook run --check notebooks/*.ipynb',
      options: RUN,
    },
    copy: {
      words: 'DIR',
      takes: 'folder',
      help: 'Lay out the lessons that come with Patchbay in a folder, with their recordings.',
      example: 'patchbay notebook copy lessons',
      options: COPY,
    },
  },
  async run([action, ...rest]) {
    if (action === 'run') return run(rest);
    if (action === 'copy') return copy(rest);
    throw new UsageError('notebook takes run or copy: patchbay notebook run FILE.ipynb');
  },
};

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parse({ args, options: RUN, allowPositionals: true });
  const { check = false, 'in-place': inPlace = false, live = false, env: names = [] } = values;
  if (positionals.length === 0) throw new UsageError('notebook run takes at least one file');
  if (check && inPlace) throw new UsageError('choose one of --check and --in-place');
  const jobs = values.jobs === undefined ? undefined : Number(values.jobs);
  if (jobs !== undefined && !(Number.isInteger(jobs) && jobs > 0))
    throw new UsageError('--jobs takes a whole number, 1 or more');
  const timeout = values.timeout === undefined ? undefined : Number(values.timeout);
  if (timeout !== undefined && !(timeout > 0 && timeout <= LONGEST_S))
    throw new UsageError(`--timeout takes seconds for each cell, more than 0 and at most ${LONGEST_S}`);
  const { runNotebooks } = await import('../notebook/run.js');
  return runNotebooks(positionals, {
    check,
    inPlace,
    live,
    names,
    ...(jobs && { jobs }),
    ...(timeout && { timeoutMs: timeout * 1000 }),
  });
}

async function copy(args: string[]): Promise<number> {
  const { values, positionals } = parse({ args, options: COPY, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError('notebook copy takes a folder');
  const { copyNotebooks } = await import('../notebook/copy.js');
  return copyNotebooks(folder, values);
}
