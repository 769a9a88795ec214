import type { RedactOptions } from '../cassette/redact.js';
import { DIFFERENT, FINE, UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import type { CliCommand } from './command.js';

const REDACT = {
  'dry-run': { type: 'boolean' },
  policy: { type: 'string', takes: 'file' },
  output: { type: 'string', takes: 'folder' },
} as const;

export const cassette: CliCommand = {
  usage: 'cassette list|show|check|diff|redact|edit FILE…',
  help: 'Recordings: what is in them (list, show FILE [N]), what is wrong with them (check), how two differ (diff A B); redact [--dry-run] [--policy FILE] [--output FOLDER] makes ordinals of people and numbers, edit opens one as YAML.',
  actions: { list: 'file', show: 'file', check: 'file', diff: 'file', redact: 'file', edit: 'file' },
  options: REDACT,
  async run([action, ...rest]) {
    const run = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run) throw new UsageError(`cassette takes ${Object.keys(actions).join(', ')}`);
    const options = action === 'redact' ? REDACT : {};
    const { positionals, values } = parse({ args: rest, options, allowPositionals: true });
    if (positionals.length === 0) throw new UsageError(`cassette ${action} takes a file`);
    return run(positionals, values);
  },
};

type Action = (files: readonly string[], options: RedactOptions) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  async list(files) {
    return print((await import('../cassette/list.js')).list(files));
  },
  async show([file = '', number]) {
    return print((await import('../cassette/show.js')).show(file, number));
  },
  async check(files) {
    const { check } = await import('../cassette/check.js');
    const problems = files.flatMap((file) => check(file, process.env));
    if (problems.length === 0)
      return print(`${files.length === 1 ? files[0] : `${files.length} files`}: nothing wrong`);
    print(problems.join('\n'));
    return DIFFERENT;
  },
  async diff([before, after, ...more]) {
    if (before === undefined || after === undefined || more.length > 0)
      throw new UsageError('cassette diff takes two files');
    const lines = (await import('../cassette/diff.js')).diff(before, after);
    print(lines.join('\n') || 'no differences');
    return lines.length > 0 ? DIFFERENT : FINE;
  },
  async redact(files, options) {
    return print(await (await import('../cassette/redact.js')).redact(files, options, process.env));
  },
  async edit([file = '', ...more]) {
    if (more.length > 0) throw new UsageError('cassette edit takes one file');
    return print((await import('../cassette/edit.js')).edit(file, process.env));
  },
};

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return FINE;
}
