import { SWITCHES } from '../../redact/index.js';
import type { RedactOptions } from '../cassette/redact.js';
import { DIFFERENT, FINE, UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import { writeOut } from '../output.js';
import type { CliCommand } from './command.js';

const REDACT = {
  'dry-run': { type: 'boolean', help: 'say what would be replaced, and write nothing' },
  policy: {
    type: 'string',
    takes: 'file',
    help: `policy file. Keys that turn rules off: ${SWITCHES.join(', ')}`,
  },
  output: { type: 'string', takes: 'folder', help: 'where to write; without it the files themselves are replaced' },
} as const;

export const cassette: CliCommand = {
  help: 'Recordings of requests and their answers.',
  example: 'patchbay cassette list story.yaml',
  actions: {
    list: {
      words: 'FILE…',
      takes: 'file',
      help: 'What recordings are, a line for each: how many exchanges, of whom, how redacted.',
      example: 'patchbay cassette list story.yaml',
    },
    show: {
      words: 'FILE [N]',
      takes: 'file',
      help: 'The exchanges of a recording, a line for each; or its exchange number N, whole.',
      example: 'patchbay cassette show story.yaml 3',
    },
    check: {
      words: 'FILE…',
      takes: 'file',
      help: 'What is wrong with recordings: their form, tokens in them, requests that the client would no longer send. Ends with 3 when anything is.',
      example: 'patchbay cassette check fixtures/*.yaml',
    },
    diff: {
      words: 'FILE FILE',
      takes: 'file',
      help: 'How two recordings differ, exchange by exchange. Ends with 3 when they do.',
      example: 'patchbay cassette diff before.yaml after.yaml',
    },
    redact: {
      words: 'FILE…',
      takes: 'file',
      help: 'Make ordinals of the people and numbers in recordings, the same one wherever the same stands.',
      example: 'patchbay cassette redact --dry-run story.yaml',
      options: REDACT,
    },
    edit: {
      words: 'FILE',
      takes: 'file',
      help: 'Open a recording as YAML in your editor, and check what comes back.',
      example: 'patchbay cassette edit story.yaml',
    },
  },
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
  writeOut(`${text}\n`);
  return FINE;
}
