import { type SharedCommand, sharedUse } from '../shared-command.js';

/** An option of commands that can be live. */
export const PROFILE = { type: 'string', takes: 'profile', help: 'with --live: use this profile' } as const;

const runs = () => import('../runs/manage-profiles.js');

export const addProfileUse = sharedUse({
  words: 'NAME --project ID --space HOST',
  help: 'Add a profile. Prompts for the token, or reads it from stdin.',
  example: 'patchbay profile add staging --project ID --space example.invalid',
  options: {
    project: { type: 'string', value: 'ID', help: 'the id of the project' },
    space: { type: 'string', value: 'HOST', help: 'the host of the space' },
  },
  shellOnly: 'A token that is typed here would be in the history. In a shell, run patchbay profile add',
});

export const profile: SharedCommand = {
  group: 'requests',
  help: 'Manage profiles: named credentials for --live in a private file.',
  atPrompt: { help: 'List the profiles and show which one is in use, or choose or remove one.' },
  example: 'patchbay profile list',
  usual: { action: 'list' },
  actions: {
    add: addProfileUse,
    list: sharedUse({
      help: 'List profiles; * marks the one that --live uses.',
      example: 'patchbay profile list',
      options: {},
      run: async (given, context) => (await runs()).listProfiles(given.positionals, context),
    }),
    use: sharedUse({
      words: 'NAME',
      takes: 'profile',
      help: 'Use a profile with --live, unless the environment has credentials.',
      example: 'patchbay profile use staging',
      options: {},
      run: async (given, context) => (await runs()).useProfile(given.positionals, context),
    }),
    remove: sharedUse({
      words: 'NAME',
      takes: 'profile',
      help: 'Remove a profile.',
      example: 'patchbay profile remove staging',
      options: {},
      run: async (given, context) => (await runs()).removeProfileNamed(given.positionals, context),
    }),
  },
};
