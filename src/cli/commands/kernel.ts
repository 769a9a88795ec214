import { FAILED, FINE, UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import type { CliCommand } from './command.js';

const OPTIONS = {
  user: { type: 'boolean' },
  'sys-prefix': { type: 'boolean' },
  prefix: { type: 'string', takes: 'folder' },
  live: { type: 'boolean' },
} as const;

export const kernel: CliCommand = {
  usage: 'kernel install|uninstall [--user | --sys-prefix | --prefix DIR] [--live] | start [CONNECTION_FILE] [--live]',
  help: 'Give Jupyter the Patchbay kernel, or take it away; start runs one for a client to connect to. --live lets notebooks reach the real platform.',
  actions: { install: 'text', uninstall: 'text', start: 'file' },
  options: OPTIONS,
  async run([action, ...rest]) {
    if (action === 'start') return start(rest);
    if (action !== 'install' && action !== 'uninstall')
      throw new UsageError('kernel takes install, uninstall or start');
    const { values } = parse({ args: rest, options: OPTIONS });
    const { user, 'sys-prefix': sysPrefix, prefix, live } = values;
    const place = { ...(user && { user }), ...(sysPrefix && { sysPrefix }), ...(prefix !== undefined && { prefix }) };
    if (Object.keys(place).length > 1) throw new UsageError('choose one of --user, --sys-prefix and --prefix');
    const { installKernel, uninstallKernel } = await import('../../kernel/index.js');
    if (action === 'uninstall') return tellRemoved(uninstallKernel({ ...place, live: live ?? false }));
    const { folder, title } = installKernel({ ...place, live: live ?? false });
    process.stdout.write(`Installed in ${folder}\nChoose "${title}" in Jupyter.\n`);
    return FINE;
  },
};

function tellRemoved({ kernels, removed }: { kernels: string; removed: readonly string[] }): number {
  for (const folder of removed) process.stdout.write(`Removed ${folder}\n`);
  if (removed.length > 0) return FINE;
  process.stderr.write(`patchbay: there is no kernel of ours in ${kernels}; was it installed with --prefix?\n`);
  return FAILED;
}

async function start(args: string[]): Promise<number> {
  const { values, positionals } = parse({
    args,
    options: { live: { type: 'boolean' }, yes: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [connectionFile, ...more] = positionals;
  if (more.length > 0) throw new UsageError('kernel start takes one connection file, or none');
  const { serveKernel } = await import('../../kernel/index.js');
  return serveKernel({
    ...(connectionFile !== undefined && { connectionFile }),
    flags: [...(values.live ? ['--live'] : []), ...(values.yes ? ['--yes'] : [])],
    onFile: (file) =>
      process.stdout.write(
        `The kernel listens. Connect with:\n  jupyter console --existing ${file}\nCtrl-C ends it.\n`,
      ),
  });
}
