import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Mistake } from '../../util/index.js';
import { type CliCommand, unknownAction } from '../command.js';
import { UsageError } from '../exit-codes.js';
import { parse } from '../options.js';
import { cleanLine, print, writeErr } from '../output.js';

const OPTIONS = {
  project: { type: 'string', value: 'ID', help: 'the id of the project' },
  space: { type: 'string', value: 'HOST', help: 'the host of the space' },
} as const;

export const profile: CliCommand = {
  help: 'Manage profiles: named credentials for --live in a private file.',
  example: 'patchbay profile list',
  actions: {
    add: {
      words: 'NAME --project ID --space HOST',
      help: 'Add a profile. Prompts for the token, or reads it from stdin.',
      example: 'patchbay profile add staging --project ID --space example.invalid',
      options: OPTIONS,
    },
    list: { help: 'List profiles; * marks the one that --live uses.', example: 'patchbay profile list' },
    use: {
      words: 'NAME',
      takes: 'profile',
      help: 'Use a profile with --live, unless the environment has credentials.',
      example: 'patchbay profile use staging',
    },
    remove: { words: 'NAME', takes: 'profile', help: 'Remove a profile.', example: 'patchbay profile remove staging' },
  },
  async run(args) {
    const { values, positionals } = parse(args, OPTIONS);
    const [action, name, ...more] = positionals;
    const profiles = await import('../../bench/index.js');
    try {
      if (action === 'list' && name === undefined) return print(list(profiles.readProfiles()));
      if (name === undefined || more.length > 0)
        throw ['add', 'use', 'remove'].includes(action ?? '')
          ? new UsageError(`profile ${action} needs one name`)
          : unknownAction('profile', action, profile.actions);
      switch (action) {
        case 'add': {
          const { project, space: host } = values;
          if (!project || !host) throw new UsageError('profile add needs --project and --space');
          const token = await readToken();
          if (token === '')
            throw new UsageError(
              `Profile ${name} has no token. Run the command in a terminal to type it, or pipe it to the command`,
            );
          profiles.addProfile(name, { project, host, token });
          return print(`Added. Use it with: patchbay --live --profile ${name}`);
        }
        case 'use':
          profiles.chooseProfile(name);
          return print(`--live now uses ${name}, unless the environment has credentials.`);
        case 'remove':
          profiles.removeProfile(name);
          return print(`Removed ${name}.`);
        default:
          throw unknownAction('profile', action, profile.actions);
      }
    } catch (error) {
      throw error instanceof TypeError || error instanceof Mistake ? new UsageError(error.message) : error;
    }
  },
};

function list({ current, profiles }: import('../../bench/index.js').Profiles): string {
  const lines = Object.entries(profiles).map(
    ([name, { project, host }]) => `${name === current ? '*' : ' '} ${cleanLine(`${name}  ${host}  ${project}`)}`,
  );
  return lines.length === 0
    ? 'No profiles. Add one with: patchbay profile add NAME --project ID --space HOST'
    : lines.join('\n');
}

/** Reads the token from stdin. Other programs on the machine can read the arguments of the command line. */
async function readToken(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  writeErr('Token (not shown): ');
  const lines = createInterface({ input: process.stdin, terminal: false });
  process.stdin.setRawMode(true);
  let token = '';
  try {
    for await (const chunk of process.stdin) {
      for (const letter of String(chunk)) {
        if (letter === '\r' || letter === '\n') return token.trim();
        if (letter === '\x03' || letter === '\x04') throw new UsageError('the token is missing');
        token = letter === '\x7f' ? token.slice(0, -1) : token + letter;
      }
    }
    return token.trim();
  } finally {
    process.stdin.setRawMode(false);
    lines.close();
    writeErr('\n');
  }
}
