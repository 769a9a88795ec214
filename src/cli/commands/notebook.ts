import { resolve } from 'node:path';
import { parse } from '../../commands/index.js';
import { type CliCommand, unknownAction } from '../command.js';
import { UsageError } from '../exit-codes.js';

const RUN = {
  check: { type: 'boolean', help: 'compare the outputs with the file, and exit with 3 if they differ' },
  'in-place': { type: 'boolean', help: 'write the outputs to the file' },
  output: { type: 'string', takes: 'file', help: 'write the notebook with its outputs to this file' },
  parameter: {
    type: 'string',
    short: 'p',
    multiple: true,
    value: 'NAME=VALUE',
    help: 'set a variable of the cell with the tag parameters; the value is JSON or text',
  },
  junit: { type: 'string', takes: 'file', help: 'write the results as JUnit XML to this file' },
  json: { type: 'boolean', help: 'print the results as JSON' },
  jobs: { type: 'string', value: 'N', help: 'run up to N notebooks at the same time; the default is one per CPU' },
  timeout: { type: 'string', value: 'SECONDS', help: 'stop a cell after this time' },
  live: { type: 'boolean', help: 'let notebooks use the real platform' },
  env: { type: 'string', multiple: true, value: 'NAME', help: 'pass this environment variable to the notebooks' },
} as const;
/** One week. A timer cannot be much longer. */
const MAX_S = 604_800;
const COPY = { force: { type: 'boolean', help: 'overwrite files that you changed' } } as const;

export const notebook: CliCommand = {
  help: 'Run notebooks without Python, or copy the lessons.',
  example: 'patchbay notebook run lesson.ipynb',
  actions: {
    run: {
      words: 'FILE.ipynb…',
      takes: 'file',
      help: 'Run all cells of notebooks, each notebook in its own kernel.',
      example: 'patchbay notebook run --check notebooks/*.ipynb',
      options: RUN,
    },
    copy: {
      words: 'DIR',
      takes: 'folder',
      help: 'Copy the lessons and their recordings to a folder.',
      example: 'patchbay notebook copy lessons',
      options: COPY,
    },
  },
  async run([action, ...rest]) {
    if (action === 'run') return run(rest);
    if (action === 'copy') return copy(rest);
    throw unknownAction('notebook', action, notebook.actions);
  },
};

async function run(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, RUN);
  const { check = false, 'in-place': inPlace = false, live = false, json = false, env: names = [] } = values;
  const { output, junit, parameter = [] } = values;
  if (positionals.length === 0) throw new UsageError('notebook run needs at least one file');
  if (check && inPlace) throw new UsageError('choose one of --check and --in-place');
  if (output !== undefined && inPlace) throw new UsageError('choose one of --output and --in-place');
  if (output !== undefined && positionals.length > 1)
    throw new UsageError(
      '--output needs exactly one notebook. Run each notebook with its own --output, or use --in-place',
    );
  assertNoConflict(positionals, { output, junit });
  const jobs = values.jobs === undefined ? undefined : Number(values.jobs);
  if (jobs !== undefined && !(Number.isInteger(jobs) && jobs > 0))
    throw new UsageError('--jobs must be a whole number of at least 1');
  const timeout = values.timeout === undefined ? undefined : Number(values.timeout);
  if (timeout !== undefined && !(timeout > 0 && timeout <= MAX_S))
    throw new UsageError(`--timeout must be more than 0 and at most ${MAX_S} seconds`);
  const [{ runNotebooks }, { readParameters }] = await Promise.all([
    import('../notebook/run.js'),
    import('../notebook/parameters.js'),
  ]);
  return runNotebooks(positionals, {
    check,
    inPlace,
    live,
    json,
    names,
    ...(parameter.length > 0 && { parameters: readParameters(parameter) }),
    ...(output !== undefined && { output }),
    ...(junit !== undefined && { junit }),
    ...(jobs && { jobs }),
    ...(timeout && { timeoutMs: timeout * 1000 }),
  });
}

/** Refuses to write over a notebook, as in `--junit a.ipynb b.ipynb`, and to write two results to one file. */
function assertNoConflict(notebooks: readonly string[], written: { output?: string; junit?: string }): void {
  const paths = notebooks.map((file) => resolve(file));
  for (const [option, file] of Object.entries(written)) {
    if (file === undefined) continue;
    if (paths.includes(resolve(file)))
      throw new UsageError(`--${option} ${file} would overwrite that notebook or another result. Choose another file`);
    paths.push(resolve(file));
  }
}

async function copy(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, COPY);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError('notebook copy needs one folder');
  const { copyNotebooks } = await import('../notebook/copy.js');
  return copyNotebooks(folder, values);
}
