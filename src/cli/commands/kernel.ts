import { FINE, UsageError } from '../exit-codes.js';
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
    const { installKernel, uninstallKernel } = await import('../../kernel/index.js');
    const folder = action === 'install' ? installKernel({ ...place, live: live ?? false }) : uninstallKernel(place);
    process.stdout.write(
      action === 'install'
        ? `Installed in ${folder}\nChoose "Patchbay (TypeScript)" in Jupyter.\n`
        : `Removed ${folder}\n`,
    );
    return FINE;
  },
};

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
