import { parse } from '../../commands/index.js';
import type { CliCommand } from '../command.js';
import { print } from '../output.js';

export const whoami: CliCommand = {
  help: 'Show the project and space that --live uses, and their sources.',
  example: 'patchbay whoami',
  async run(args) {
    parse(args, {}, false);
    const [{ CREDENTIAL_VARIABLES }, { readProfiles }] = await Promise.all([
      import('../../client/index.js'),
      import('../../commands/index.js'),
    ]);
    const { current, profiles } = readProfiles();
    const isInEnvironment = Object.values(CREDENTIAL_VARIABLES).some((variable) => process.env[variable]);
    const profile = isInEnvironment || current === undefined ? undefined : profiles[current];
    const lines = (['project', 'host', 'token'] as const).map((name) => {
      const variable = CREDENTIAL_VARIABLES[name];
      const value = profile ? profile[name] : process.env[variable];
      const shown = value ? (name === 'token' ? 'set, not shown' : value) : 'not set';
      return `${(name === 'host' ? 'space' : name).padEnd(8)} ${shown}  (${profile ? `profile ${current}` : variable})`;
    });
    const missing = profile ? [] : Object.values(CREDENTIAL_VARIABLES).filter((variable) => !process.env[variable]);
    const summary =
      missing.length > 0
        ? `For --live, set ${missing.join(', ')}, or add a profile: patchbay profile add NAME --project ID --space HOST`
        : 'These values are used only with --live.';
    return print(`${lines.join('\n')}\n\nWithout --live, requests go to the local sandbox. ${summary}`);
  },
};
