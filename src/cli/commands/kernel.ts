import { existsSync } from 'node:fs';
import { FAILED, FINE, UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import { writeErr, writeOut } from '../output.js';
import type { CliCommand } from './command.js';

const PLACE = {
  user: { type: 'boolean', help: 'for you alone, which it is unless told otherwise' },
  'sys-prefix': { type: 'boolean', help: 'in the Python environment that is active' },
  prefix: { type: 'string', takes: 'folder', help: 'below this folder' },
} as const;
const INSTALL = {
  ...PLACE,
  live: { type: 'boolean', help: 'let notebooks reach the real platform' },
} as const;
const UNINSTALL = {
  ...PLACE,
  live: { type: 'boolean', help: 'only the one that lets notebooks reach the real platform' },
} as const;
const START = {
  live: INSTALL.live,
  yes: { type: 'boolean', help: 'with --live: do not ask before calls that buy, delete, dial or send' },
  env: { type: 'string', multiple: true, value: 'NAME', help: 'pass this environment variable to the kernel' },
} as const;

export const kernel: CliCommand = {
  help: 'The kernel that runs notebooks, for Jupyter.',
  example: 'patchbay kernel install',
  actions: {
    install: {
      help: 'Give Jupyter the Patchbay kernel.',
      example: 'patchbay kernel install --sys-prefix',
      options: INSTALL,
    },
    uninstall: { help: 'Take it away again.', example: 'patchbay kernel uninstall', options: UNINSTALL },
    start: {
      words: '[CONNECTION_FILE]',
      takes: 'file',
      help: 'Run a kernel for a client to connect to, with a connection file of its own unless one is given.',
      example: 'patchbay kernel start',
      options: START,
    },
  },
  async run([action, ...rest]) {
    if (action === 'start') return start(rest);
    if (action === 'install') return install(rest);
    if (action === 'uninstall') return uninstall(rest);
    throw new UsageError('kernel takes install, uninstall or start');
  },
};

async function install(args: string[]): Promise<number> {
  const { live = false, ...place } = parse({ args, options: INSTALL }).values;
  const where = placeOf(place);
  const { installKernel } = await import('../../kernel/index.js');
  const { folder, title } = installKernel({ ...where, live });
  writeOut(`Installed in ${folder}\nChoose "${title}" in Jupyter.\n`);
  return FINE;
}

async function uninstall(args: string[]): Promise<number> {
  const { live = false, ...place } = parse({ args, options: UNINSTALL }).values;
  const where = placeOf(place);
  const { uninstallKernel } = await import('../../kernel/index.js');
  const { kernels, removed } = uninstallKernel({ ...where, live });
  for (const folder of removed) writeOut(`Removed ${folder}\n`);
  if (removed.length > 0) return FINE;
  writeErr(`patchbay: there is no kernel of ours in ${kernels}; was it installed with --prefix?\n`);
  return FAILED;
}

interface Place {
  readonly user?: boolean;
  readonly 'sys-prefix'?: boolean;
  readonly prefix?: string;
}

function placeOf({ user, 'sys-prefix': sysPrefix, prefix }: Place) {
  const place = { ...(user && { user }), ...(sysPrefix && { sysPrefix }), ...(prefix !== undefined && { prefix }) };
  if (Object.keys(place).length > 1) throw new UsageError('choose one of --user, --sys-prefix and --prefix');
  return place;
}

async function start(args: string[]): Promise<number> {
  const { values, positionals } = parse({
    args,
    options: START,
    allowPositionals: true,
  });
  const [connectionFile, ...more] = positionals;
  if (more.length > 0) throw new UsageError('kernel start takes one connection file, or none');
  if (connectionFile !== undefined && !existsSync(connectionFile))
    throw new UsageError(`there is no connection file ${connectionFile}. Without a name, kernel start creates one`);
  const { serveKernel } = await import('../../kernel/index.js');
  return serveKernel({
    ...(connectionFile !== undefined && { connectionFile }),
    live: values.live === true || process.env.PATCHBAY_LIVE === '1',
    flags: values.yes ? ['--yes'] : [],
    names: values.env ?? [],
    onFile: (file) =>
      writeOut(`The kernel listens. Connect with:\n  jupyter console --existing ${file}\nCtrl-C ends it.\n`),
  });
}
