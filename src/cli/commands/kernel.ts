import { existsSync, statSync } from 'node:fs';
import { parse } from '../../commands/index.js';
import { type CliCommand, unknownAction } from '../command.js';
import { FAILED, FINE, UsageError } from '../exit-codes.js';
import { print, writeErr } from '../output.js';

const LOCATION = {
  user: { type: 'boolean', help: 'for your user; this is the default' },
  'sys-prefix': { type: 'boolean', help: 'in the active Python environment' },
  prefix: { type: 'string', takes: 'folder', help: 'in this folder' },
} as const;
const MEMORY = {
  memory: { type: 'string', value: 'MB', help: 'end the kernel if it uses more memory' },
} as const;
const SHELL = { shell: { type: 'boolean', help: 'allow shell commands with .sh' } } as const;
const INSTALL = {
  ...LOCATION,
  live: { type: 'boolean', help: 'let notebooks use the real platform' },
  ...SHELL,
  ...MEMORY,
} as const;
const UNINSTALL = {
  ...LOCATION,
  live: { type: 'boolean', help: 'only the kernel that can use the real platform' },
} as const;
const START = {
  live: INSTALL.live,
  yes: { type: 'boolean', help: 'with --live: do not ask before requests that buy, delete, dial or send' },
  env: { type: 'string', multiple: true, value: 'NAME', help: 'pass this environment variable to the kernel' },
  ...SHELL,
  ...MEMORY,
} as const;

export const kernel: CliCommand = {
  help: 'Install or start the kernel that runs notebooks in Jupyter.',
  example: 'patchbay kernel install',
  actions: {
    install: {
      help: 'Add the Patchbay kernel to Jupyter.',
      example: 'patchbay kernel install --sys-prefix',
      options: INSTALL,
    },
    uninstall: {
      help: 'Remove the Patchbay kernel from Jupyter.',
      example: 'patchbay kernel uninstall',
      options: UNINSTALL,
    },
    start: {
      words: '[CONNECTION_FILE]',
      takes: 'file',
      help: 'Start a kernel. Without a connection file, it creates one.',
      example: 'patchbay kernel start',
      options: START,
    },
  },
  async run([action, ...rest]) {
    if (action === 'start') return start(rest);
    if (action === 'install') return install(rest);
    if (action === 'uninstall') return uninstall(rest);
    throw unknownAction('kernel', action, kernel.actions);
  },
};

async function install(args: string[]): Promise<number> {
  const { live = false, shell = false, memory, ...place } = parse(args, INSTALL, false).values;
  const where = locationOf(place);
  const { installKernel } = await import('../../kernel/index.js');
  const { folder, title } = installKernel({ ...where, live, shell, memory: megabytes(memory) });
  return print(`Installed in ${folder}\nChoose "${title}" in Jupyter.`);
}

/** A kernel without variables uses about 130 MB, and the compiler 240 MB. */
const LEAST_MEMORY = 256;

function megabytes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < LEAST_MEMORY)
    throw new UsageError(
      `--memory requires a number of megabytes of at least ${LEAST_MEMORY}, not ${JSON.stringify(text)}`,
    );
  return value;
}

async function uninstall(args: string[]): Promise<number> {
  const { live = false, ...place } = parse(args, UNINSTALL, false).values;
  const where = locationOf(place);
  const { uninstallKernel } = await import('../../kernel/index.js');
  const { kernels, removed } = uninstallKernel({ ...where, live });
  for (const folder of removed) print(`Removed ${folder}`);
  if (removed.length > 0) return FINE;
  writeErr(`patchbay: the Patchbay kernel is not in ${kernels}. If you installed it with --prefix, add that option.\n`);
  return FAILED;
}

interface Location {
  readonly user?: boolean;
  readonly 'sys-prefix'?: boolean;
  readonly prefix?: string;
}

function locationOf({ user, 'sys-prefix': sysPrefix, prefix }: Location) {
  const place = { ...(user && { user }), ...(sysPrefix && { sysPrefix }), ...(prefix !== undefined && { prefix }) };
  if (Object.keys(place).length > 1) throw new UsageError('choose one of --user, --sys-prefix and --prefix');
  return place;
}

async function start(args: string[]): Promise<number> {
  const { values, positionals } = parse(args, START);
  const memory = megabytes(values.memory);
  const [connectionFile, ...more] = positionals;
  if (more.length > 0) throw new UsageError('kernel start accepts at most one connection file');
  if (connectionFile !== undefined && !existsSync(connectionFile))
    throw new UsageError(
      `the connection file ${connectionFile} does not exist. Without a file, kernel start creates one`,
    );
  if (connectionFile !== undefined && !statSync(connectionFile).isFile())
    throw new UsageError(`the connection file ${connectionFile} is not a file`);
  const { serveKernel } = await import('../../kernel/index.js');
  return serveKernel({
    ...(connectionFile !== undefined && { connectionFile }),
    live: values.live === true || process.env.PATCHBAY_LIVE === '1',
    flags: [
      ...(values.yes ? ['--yes'] : []),
      ...(values.shell ? ['--shell'] : []),
      ...(memory === undefined ? [] : [`--memory=${memory}`]),
    ],
    memory,
    names: values.env ?? [],
    onFile: (file) =>
      void print(`The kernel is running. Connect with:\n  jupyter console --existing ${file}\nCtrl-C stops it.`),
  });
}
