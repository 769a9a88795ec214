import { sharedCommand } from '../shared-command.js';
import { PROFILE } from './profile.js';

/** The addresses whose requests go where those of `platform` go. */
export const MAP = {
  type: 'string',
  multiple: true,
  value: 'URL=sandbox',
  help: 'send requests to this host where the requests of platform go, whichever client sends them',
} as const;

const NOT_LIVE = 'A replay of the prompt is never live. In a shell, run patchbay replay FILE --live';
const NOT_RUN =
  'The question whether you trust recorded code needs a terminal of its own. In a shell, run patchbay replay FILE --run';

export const replay = sharedCommand({
  group: 'requests',
  words: 'FILE',
  takes: 'recording',
  takesOne: true,
  help: 'Send the requests of a recording again, to a sandbox with its resources, and compare the responses and webhooks. Runs recorded code only with --run. Exits with 3 if something differs.',
  atPrompt: {
    words: 'FILE | next | skip | rest | stop',
    help: 'Send the requests of a recording again, to a sandbox of its own, and show what differs. The session does not change. With --step, next sends one request, skip skips it, rest sends all that are left, and stop ends. A file with such a name: ./stop',
  },
  example: 'patchbay replay case.yaml',
  options: {
    run: {
      type: 'boolean',
      help: 'evaluate the recorded inputs instead, after showing them, in an interpreter without Node.js, network and files',
      shellOnly: NOT_RUN,
    },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      help: 'with --run: stop an input that takes longer; the default is 60',
      shellOnly: NOT_RUN,
    },
    map: {
      ...MAP,
      help: 'with --run: send requests to this host to the sandbox, whichever client sends them',
      shellOnly: NOT_RUN,
    },
    step: {
      type: 'boolean',
      help: 'show each request, or with --run each input, and wait for a key: Enter, s, r, b, q or ?',
    },
    from: {
      type: 'string',
      value: 'N',
      help: 'start at exchange N: send the requests before it without comparing or showing them',
    },
    url: {
      type: 'string',
      value: 'URL',
      help: 'send the requests to a server on this machine, with the account in PLATFORM_PROJECT_ID and PLATFORM_API_TOKEN',
    },
    live: {
      type: 'boolean',
      help: 'send the requests to the real platform. They change your account',
      shellOnly: NOT_LIVE,
    },
    profile: { ...PROFILE, shellOnly: NOT_LIVE },
    yes: {
      type: 'boolean',
      help: 'do not ask: with --live, before requests that buy, delete, dial or send; with --run, before the code',
      shellOnly: NOT_LIVE,
    },
    json: { type: 'boolean', help: 'print the report as JSON' },
  },
});
