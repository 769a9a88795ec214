import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { ConfigFile } from '../../bench/index.js';
import { FAILED, FINE, UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import { writeErr, writeOut } from '../output.js';
import type { CliCommand } from './command.js';

export const config: CliCommand = {
  help: 'Read the patchbay.config.ts of this folder, allow it to run, or stop using it. It runs only after you allowed it.',
  example: 'patchbay config show',
  actions: {
    show: {
      help: 'Print it with the files that it imports, what changed, and whether it is used.',
      example: 'patchbay config show',
    },
    allow: { help: 'Allow it to run from now on, as it is.', example: 'patchbay config allow' },
    forget: { help: 'Stop using it.', example: 'patchbay config forget' },
  },
  async run(args) {
    const { positionals } = parse({ args: [...args], options: {}, allowPositionals: true });
    const [action = 'show', ...more] = positionals;
    if (more.length > 0 || !['show', 'allow', 'forget'].includes(action))
      throw new UsageError('config takes show, allow or forget');
    const { CONFIG_FILE, findConfig, forgetConfig } = await import('../../bench/index.js');
    const say = (text: string) => writeOut(`${text}\n`);
    if (action === 'forget') {
      await forgetConfig(process.cwd());
      say(`${CONFIG_FILE} is no longer used in this folder.`);
      return FINE;
    }
    const found = await findConfig(process.cwd());
    if (!found) {
      writeErr(`patchbay: there is no ${CONFIG_FILE} in this folder\n`);
      return FAILED;
    }
    if (action === 'show') show(found, say);
    else await allowed(found, say);
    return FINE;
  },
};

const STATUS = {
  allowed: 'You trust it as it is, and it is used.',
  new: 'It is not used, because you have not allowed it. To allow it, run `patchbay config allow`.',
  changed: 'It is not used, because it changed since you allowed it. To allow it again, run `patchbay config allow`.',
};

function show(found: ConfigFile, say: (text: string) => void): void {
  for (const file of found.files) say(`── ${relative('', file)}\n${readFileSync(file, 'utf8').trimEnd()}\n`);
  for (const change of found.changes) say(`Since you allowed it: ${change}`);
  for (const sentence of found.uncovered) say(`Not covered: ${sentence}`);
  say(STATUS[found.status]);
}

async function allowed(found: ConfigFile, say: (text: string) => void): Promise<void> {
  const { enforceEgress } = await import('../../http/index.js');
  // `allow` runs the file for the first time, to read its skill folders.
  enforceEgress('loopback');
  const { skills, profiles, start } = await found.allow();
  say(`Allowed as it is now: ${found.files.map((file) => relative('', file)).join(', ')}`);
  for (const change of found.changes) say(`  ${change}`);
  for (const { folder, skills: names } of skills)
    say(`  skills from ${relative('', folder) || '.'}: ${names.map(({ name }) => name).join(', ') || 'none'}`);
  const names = Object.keys(profiles);
  if (names.length > 0) say(`  profiles ${names.join(', ')}`);
  if (start) say('  start-up code');
  for (const sentence of [...new Set([found, ...skills].flatMap(({ uncovered }) => uncovered))])
    say(`  Not covered: ${sentence}`);
  say('If any code that it runs changes, you are asked again.');
}
