import { parse } from '../../commands/index.js';
import { SWITCHES } from '../../redact/index.js';
import type { RedactOptions } from '../cassette/redact.js';
import { type CliCommand, unknownAction } from '../command.js';
import { DIFFERENT, FINE, UsageError } from '../exit-codes.js';
import { print } from '../output.js';

const REDACT = {
  'dry-run': { type: 'boolean', help: 'list the replacements, and write nothing' },
  policy: {
    type: 'string',
    takes: 'file',
    help: `policy file. Keys that turn rules off: ${SWITCHES.join(', ')}`,
  },
  output: { type: 'string', takes: 'folder', help: 'write to this folder instead of replacing the files' },
} as const;

const INSPECT = { json: { type: 'boolean', help: 'print the contents as JSON' } } as const;

export const cassette: CliCommand = {
  help: 'Work with recordings of requests and responses.',
  example: 'patchbay cassette list story.yaml',
  actions: {
    inspect: {
      words: 'FILE',
      takes: 'file',
      help: 'Show what is in a recording from someone else: hosts, operations, code, possible secrets and unusual contents. Runs no code, and writes and sends nothing.',
      example: 'patchbay cassette inspect ticket.yaml',
      options: INSPECT,
    },
    list: {
      words: 'FILE…',
      takes: 'file',
      help: 'List recordings with their number of exchanges, origin and redaction.',
      example: 'patchbay cassette list story.yaml',
    },
    show: {
      words: 'FILE [N]',
      takes: 'file',
      help: 'List the exchanges of a recording, or print exchange N in full.',
      example: 'patchbay cassette show story.yaml 3',
    },
    check: {
      words: 'FILE…',
      takes: 'file',
      help: 'Check recordings for problems. Reports an invalid format, secrets, and requests that the client no longer sends. Exits with 3 if there are problems.',
      example: 'patchbay cassette check fixtures/*.yaml',
    },
    diff: {
      words: 'FILE FILE',
      takes: 'file',
      help: 'Compare two recordings. Exits with 3 if they differ.',
      example: 'patchbay cassette diff before.yaml after.yaml',
    },
    redact: {
      words: 'FILE…',
      takes: 'file',
      help: 'Redact personal data in recordings. Equal values get equal replacements.',
      example: 'patchbay cassette redact --dry-run story.yaml',
      options: REDACT,
    },
    review: {
      words: 'FILE',
      takes: 'file',
      help: 'Review possible names, addresses, hosts and words in a recording, to keep or replace each with one key. Exports apply the decisions. Without a terminal, all are replaced.',
      example: 'patchbay cassette review case.yaml',
    },
    edit: {
      words: 'FILE',
      takes: 'file',
      help: 'Edit a recording as YAML. Invalid changes are not saved.',
      example: 'patchbay cassette edit story.yaml',
    },
  },
  async run([action, ...rest]) {
    const run = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run) throw unknownAction('cassette', action, cassette.actions);
    const options = action === 'redact' ? REDACT : action === 'inspect' ? INSPECT : {};
    const { positionals, values } = parse(rest, options);
    if (positionals.length === 0) throw new UsageError(`cassette ${action} needs a file`);
    return run(positionals, values);
  },
};

type Action = (files: readonly string[], options: RedactOptions & { readonly json?: boolean }) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  async inspect([file = '', ...more], { json = false }) {
    if (more.length > 0) throw new UsageError('cassette inspect needs one file');
    const [{ inspectFile }, { helpWidth }] = await Promise.all([
      import('../cassette/inspect.js'),
      import('../help/wrapped.js'),
    ]);
    return print(inspectFile(file, { json, columns: helpWidth(), env: process.env }));
  },
  async list(files) {
    return print((await import('../cassette/show.js')).list(files));
  },
  async show([file = '', number]) {
    return print((await import('../cassette/show.js')).show(file, number));
  },
  async check(files) {
    const { check } = await import('../cassette/check.js');
    const problems = files.flatMap((file) => check(file, process.env));
    if (problems.length === 0) return print(`${files.length === 1 ? files[0] : `${files.length} files`}: no problems`);
    print(problems.join('\n'));
    return DIFFERENT;
  },
  async diff([before, after, ...more]) {
    if (before === undefined || after === undefined || more.length > 0)
      throw new UsageError('cassette diff needs two files');
    const lines = (await import('../cassette/diff.js')).diff(before, after);
    print(lines.join('\n') || 'no differences');
    return lines.length > 0 ? DIFFERENT : FINE;
  },
  async redact(files, options) {
    return print(await (await import('../cassette/redact.js')).redact(files, options, process.env));
  },
  async review([file = '', ...more]) {
    if (more.length > 0) throw new UsageError('cassette review needs one file');
    return print(await (await import('../cassette/review.js')).reviewFile(file, process.env));
  },
  async edit([file = '', ...more]) {
    if (more.length > 0) throw new UsageError('cassette edit needs one file');
    return print((await import('../cassette/edit.js')).edit(file, process.env));
  },
};
