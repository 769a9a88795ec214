import { sharedCommand } from '../shared-command.js';
import { SIGNING } from '../signing.js';

const START = 'A bench has one sandbox from its start. In a shell, run patchbay sandbox';
const SERVE = 'In a session, await sandbox.listen(4010) serves the sandbox, and shows its token';

/** The recording that populates a sandbox. */
export const FROM = {
  type: 'string',
  takes: 'recording',
  help: 'start the sandbox with the resources that a recording shows, in place of the sample account',
} as const;

export const sandbox = sharedCommand({
  group: 'tools',
  help: 'Serve the sandbox on loopback for programs in any language. Prints environment variables that connect a program. Each request needs the printed project and token.',
  atPrompt: { words: '[ACTION …]', help: 'Inspect and control the sandbox.' },
  example: 'patchbay sandbox --port 4010 --seed 7',
  options: {
    port: { type: 'string', value: 'N', help: 'the port to listen on; the default is a free one', shellOnly: SERVE },
    seed: {
      type: 'string',
      value: 'N',
      help: 'the same number gives the same ids; the default is 1',
      shellOnly: START,
    },
    token: {
      type: 'string',
      value: 'TOKEN',
      help: 'the API token that clients must send; the default is a random one',
      shellOnly: SERVE,
    },
    record: {
      type: 'string',
      takes: 'file',
      help: 'record requests and callbacks in this file, redacted',
      shellOnly: 'In a session, .record FILE records the requests',
    },
    projects: {
      type: 'boolean',
      help: 'give each pair of credentials its own state: POST /_patchbay/api/projects adds one, for example for a test worker',
      shellOnly: SERVE,
    },
    state: {
      type: 'string',
      takes: 'file',
      help: 'keep the state of the server in this file, with its token',
      shellOnly: START,
    },
    host: {
      type: 'string',
      value: 'ADDRESS',
      help: 'the address to listen on; the default is 127.0.0.1',
      shellOnly: SERVE,
    },
    'allowed-host': {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'a host name that clients may use, beside loopback names and addresses',
      shellOnly: SERVE,
    },
    json: { type: 'boolean', help: 'print one line of JSON when the server listens', shellOnly: SERVE },
    'write-env': {
      type: 'string',
      takes: 'file',
      help: 'also write the variables to this file; its other lines stay',
      shellOnly: SERVE,
    },
    // Node.js reads an option of this name itself, and ends if the file is missing.
    'env-file': {
      type: 'string',
      takes: 'file',
      help: 'like --write-env, for a file that exists',
      shellOnly: SERVE,
    },
    'exit-with-parent': {
      type: 'boolean',
      help: 'stop when the process that started the server ends',
      shellOnly: SERVE,
    },
    empty: { type: 'boolean', help: 'start without phone numbers, queues and calls', shellOnly: START },
    from: { ...FROM, shellOnly: 'In a shell, patchbay --from FILE opens a bench with the resources of a recording' },
    'signing-key': {
      ...SIGNING['signing-key'],
      shellOnly: 'sandbox.signing_key is the key of the session. .sandbox ring takes another one',
    },
    'signature-prefix': { ...SIGNING['signature-prefix'], shellOnly: '.sandbox ring takes --signature-prefix' },
  },
});
