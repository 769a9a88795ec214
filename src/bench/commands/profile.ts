import { Sheet } from '../../show/index.js';
import type { Command } from './arguments/command.js';

export const profile: Command = {
  name: '.profile',
  group: 'requests',
  help: 'List the profiles and show which one is in use',
  run(_typed, { mode, profiles: all }) {
    const { current, profiles } = all();
    const names = Object.keys(profiles);
    if (names.length === 0)
      return 'There are no profiles. Add one with: patchbay profile add NAME --project ID --space HOST';
    const used = mode.kind === 'live' ? mode.source : undefined;
    return new Sheet([
      {
        pairs: names.map((name) => [
          name,
          `${profiles[name]?.host}${used === `profile ${name}` ? ', in use' : name === current ? ', the default of --live' : ''}`,
        ]),
      },
      ...(mode.kind === 'live'
        ? [`This bench is live and uses ${used}.`]
        : ['This bench is not live. Start a live bench with: patchbay --live --profile NAME']),
    ]);
  },
};
