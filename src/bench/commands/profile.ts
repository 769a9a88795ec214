import { Sheet } from '../../show/index.js';
import type { Command } from './arguments/command.js';

export const profile: Command = {
  name: '.profile',
  help: 'List the profiles and say which one is in use; `patchbay profile` adds and removes them.',
  run(_asked, { mode, profiles: all }) {
    const { current, profiles } = all();
    const names = Object.keys(profiles);
    if (names.length === 0)
      return 'There are no profiles: patchbay profile add NAME --project ID --space HOST makes one.';
    const used = mode.kind === 'live' ? mode.source : undefined;
    return new Sheet([
      {
        pairs: names.map((name) => [
          name,
          `${profiles[name]?.host}${used === `profile ${name}` ? ', in use' : name === current ? ', used by --live' : ''}`,
        ]),
      },
      ...(mode.kind === 'live'
        ? [`This bench is live with ${used}.`]
        : ['This bench is not live; start one with patchbay --live --profile NAME.']),
    ]);
  },
};
