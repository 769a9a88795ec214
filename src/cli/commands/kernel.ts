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
  usage: 'kernel install|uninstall [--user | --sys-prefix | --prefix DIR] [--live]',
  help: 'Give Jupyter the Patchbay kernel, or take it away. --live lets notebooks reach the real platform.',
  actions: { install: 'text', uninstall: 'text' },
  options: OPTIONS,
  async run([action, ...rest]) {
    if (action !== 'install' && action !== 'uninstall') throw new UsageError('kernel takes install or uninstall');
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
