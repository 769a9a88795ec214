import { relative } from 'node:path';
import type { ConfigFile } from '../../bench/index.js';
import { parse } from '../../commands/index.js';
import { Mistake, readRegularFile } from '../../util/index.js';
import { type CliCommand, unknownAction } from '../command.js';
import { UsageError } from '../exit-codes.js';
import { print } from '../output.js';

export const config: CliCommand = {
  help: 'Show, allow or forget the patchbay.config.ts of this folder. It runs only after you allow it.',
  example: 'patchbay config show',
  actions: {
    show: {
      help: 'Print the config, its imports, its changes and whether it is used.',
      example: 'patchbay config show',
    },
    allow: { help: 'Allow the config to run as it is now.', example: 'patchbay config allow' },
    forget: { help: 'Stop using the config.', example: 'patchbay config forget' },
  },
  async run(args) {
    const { positionals } = parse(args, {});
    const [action = 'show', ...more] = positionals;
    if (more.length > 0 || !Object.hasOwn(config.actions ?? {}, action))
      throw unknownAction('config', action, config.actions);
    const { CONFIG_FILE, findConfig, forgetConfig } = await import('../../bench/index.js');
    if (action === 'forget') {
      const isForgotten = await forgetConfig(process.cwd());
      return print(
        isForgotten
          ? `${CONFIG_FILE} is no longer used in this folder.`
          : `Nothing to forget: you have not allowed a ${CONFIG_FILE} in this folder.`,
      );
    }
    const found = await findConfig(process.cwd());
    if (!found) throw new UsageError(`this folder has no ${CONFIG_FILE}`);
    if (action === 'show') return show(found);
    return allow(found).catch((error: Error) => {
      throw error instanceof Mistake ? error : new Error(`${CONFIG_FILE} is not allowed: ${error.message}`);
    });
  },
};

const STATUS = {
  allowed: 'You have allowed it in its current state, and it is used.',
  new: 'It is not used, because you have not allowed it. To allow it, run `patchbay config allow`.',
  changed:
    'It is not used, because it has changed since you allowed it. To allow it again, run `patchbay config allow`.',
};

function show(found: ConfigFile): number {
  for (const file of found.files) print(`── ${relative('', file)}\n${readRegularFile(file).toString().trimEnd()}\n`);
  for (const change of found.changes) print(`Changed since you allowed it: ${change}`);
  for (const sentence of found.uncovered) print(`Not covered: ${sentence}`);
  return print(STATUS[found.status]);
}

async function allow(found: ConfigFile): Promise<number> {
  const { enforceEgress } = await import('../../http/index.js');
  // `allow` runs the file for the first time, to read its skill folders.
  enforceEgress('loopback');
  const { skills, profiles, start } = await found.allow();
  print(`Allowed in its current state: ${found.files.map((file) => relative('', file)).join(', ')}`);
  for (const change of found.changes) print(`  ${change}`);
  for (const { folder, skills: names } of skills)
    print(`  skills from ${relative('', folder) || '.'}: ${names.map(({ name }) => name).join(', ') || 'none'}`);
  const names = Object.keys(profiles);
  if (names.length > 0) print(`  profiles ${names.join(', ')}`);
  if (start) print('  start-up code');
  for (const sentence of [...new Set([found, ...skills].flatMap(({ uncovered }) => uncovered))])
    print(`  Not covered: ${sentence}`);
  return print('If any of this code changes, run `patchbay config allow` again.');
}
