import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { ConfigFile } from '../../bench/index.js';
import { clean } from '../../show/index.js';
import { FAILED, FINE, UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import type { CliCommand } from './command.js';

export const config: CliCommand = {
  help: 'The patchbay.config.ts of this folder: read it, let it run from now on as it is, or take that back. Nothing in it runs before.',
  example: 'patchbay config show',
  actions: {
    show: { help: 'Read it, with all that it imports, and say whether it is used.', example: 'patchbay config show' },
    allow: { help: 'Let it run from now on, as it is.', example: 'patchbay config allow' },
    forget: { help: 'Use it no more.', example: 'patchbay config forget' },
  },
  async run(args) {
    const { positionals } = parse({ args: [...args], options: {}, allowPositionals: true });
    const [action = 'show', ...more] = positionals;
    if (more.length > 0 || !['show', 'allow', 'forget'].includes(action))
      throw new UsageError('config takes show, allow or forget');
    const { CONFIG_FILE, findConfig, forgetConfig } = await import('../../bench/index.js');
    const say = (text: string) => void process.stdout.write(`${clean(text)}\n`);
    if (action === 'forget') {
      await forgetConfig(process.cwd());
      say(`${CONFIG_FILE} is not used here from now on.`);
      return FINE;
    }
    const found = await findConfig(process.cwd());
    if (!found) {
      process.stderr.write(`patchbay: there is no ${CONFIG_FILE} in this folder\n`);
      return FAILED;
    }
    if (action === 'show') show(found, say);
    else await allowed(found, say);
    return FINE;
  },
};

const SAYS = {
  allowed: 'It is allowed as it is, and used.',
  new: 'It is not used: nobody has allowed it. `patchbay config allow` does.',
  changed: 'It is not used: it has changed since it was allowed. `patchbay config allow` allows it anew.',
};

function show({ files, status }: ConfigFile, say: (text: string) => void): void {
  for (const file of files) say(`── ${relative('', file)}\n${readFileSync(file, 'utf8').trimEnd()}\n`);
  say(SAYS[status]);
}

async function allowed(found: ConfigFile, say: (text: string) => void): Promise<void> {
  const { enforceEgress } = await import('../../http/index.js');
  // It runs here for the first time, to learn its skill folders.
  enforceEgress('loopback');
  const { skills, profiles, start } = await found.allow();
  say(`Allowed as it is now: ${found.files.map((file) => relative('', file)).join(', ')}`);
  if (skills.length > 0) say(`  skills from ${skills.map((folder) => relative('', folder) || '.').join(', ')}`);
  const names = Object.keys(profiles);
  if (names.length > 0) say(`  profiles ${names.join(', ')}`);
  if (start) say('  start-up code');
  say('A change of any of these asks again.');
}
