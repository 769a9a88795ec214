import { isDeepStrictEqual } from 'node:util';
import { inShell } from '../../util/index.js';
import { operationIn } from '../operation-in.js';
import { type Exporter, type ExportOptions, inComment, type Recording, sandboxCommand } from './exporter.js';
import { readScript } from './gate/shell-gate.js';
import { type Reference, References } from './references.js';
import {
  faultRequest,
  faultSentence,
  hasCredentials,
  hostLimits,
  limitsOf,
  type RequestText,
  referencesIn,
  requestLimits,
  requestTexts,
} from './request-texts.js';

/** Writes a shell script of curl commands. The credentials are the variables that the client reads too. */
export const curlScript: Exporter = {
  name: 'curl',
  summary: 'a shell script of curl commands',
  extension: '.sh',
  limits: requestLimits,
  problem: scriptProblem,
  write({ header, documents }, options) {
    const server = sandboxCommand(header, options);
    // Commands for the platform keep the recorded ids, so that they can be imported again.
    const references = server === undefined ? new References([]) : referencesIn({ header, documents }, options);
    const isSandbox = server !== undefined;
    const requests = requestTexts(documents, options);
    const notes = [
      ...(isSandbox ? [`Start the sandbox in another terminal, and run the lines that it prints: ${server}`] : []),
      ...(hasCredentials(requests, isSandbox) ? [SET_CREDENTIALS] : []),
      ...hostLimits(requests),
    ];
    const start = notes.map((note) => `# ${inComment(note)}\n`).join('');
    const blocks = requests.flatMap((request) => blocksOf(request, isSandbox, references));
    return `#!/bin/sh\n${start}\n${blocks.join('\n\n')}\n`;
  },
};

const SET_CREDENTIALS = 'Set PLATFORM_PROJECT_ID and PLATFORM_API_TOKEN before you run this.';

function blocksOf(request: RequestText, isSandbox: boolean, references: References): string[] {
  const { entry, service } = request;
  const operation = operationIn(entry);
  const status = entry.response ? `, recorded status ${entry.response.status}` : '';
  const notes = [...limitsOf(request, isSandbox), ...(operation === undefined ? [] : [`${operation}${status}`])];
  const fault = isSandbox ? faultRequest(request) : undefined;
  const own = keeping(commandOf(request, references), references.from(request.at));
  return [
    ...(fault ? [`# ${inComment(faultSentence(entry))}\n${commandOf(fault, references)}`] : []),
    [...notes.map((note) => `# ${inComment(note)}`), service === undefined ? own : own.replace(/^/gm, '# ')].join('\n'),
  ];
}

function commandOf({ method, url, type, body, isTrusted, at }: RequestText, references: References): string {
  const word = (text: string) =>
    references
      .split(at, text)
      .map((part) => (typeof part === 'string' ? inShell(part) : `"$${variableOf(part)}"`))
      .join('');
  return [
    // Without --globoff, braces and brackets in a URL are further requests.
    `curl --globoff --request ${inShell(method)} ${word(url)}`,
    ...(isTrusted ? [CREDENTIALS] : []),
    ...(type === undefined ? [] : [`--header ${inShell(`content-type: ${type}`)}`]),
    ...(body === undefined ? [] : [`--data-raw ${word(body)}`]),
  ].join(' \\\n  ');
}

const CREDENTIALS = '--user "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN"';

/** Reads the script back. The words of each command must be those of a recorded request. */
function scriptProblem(text: string, { header, documents }: Recording, options: ExportOptions): string | undefined {
  const isSandbox = sandboxCommand(header, options) !== undefined;
  const references = isSandbox ? referencesIn({ header, documents }, options) : new References([]);
  const requests = requestTexts(documents, options);
  const values = new Map(
    requests.flatMap(({ at }) => references.from(at)).map((one) => [variableOf(one), one.value] as const),
  );
  const name = 'PLATFORM_PROJECT_ID:PLATFORM_API_TOKEN';
  const commands = readScript(text, (variable) => (variable === name ? name : values.get(variable)));
  if (!commands) return 'it has text that is not a command of curl';
  const expected = requests.flatMap((request) => {
    const fault = isSandbox ? faultRequest(request) : undefined;
    return [...(fault ? [fault] : []), ...(request.service === undefined ? [request] : [])];
  });
  if (commands.length !== expected.length) return `it has ${commands.length} commands instead of ${expected.length}`;
  const wrong = commands.find(({ words }, i) => !isDeepStrictEqual(words, expected[i] && wordsOf(expected[i], name)));
  return wrong && `line ${text.slice(0, wrong.start).split('\n').length} is not a recorded request`;
}

const wordsOf = ({ method, url, type, body, isTrusted }: RequestText, credentials: string) => [
  ...['curl', '--globoff', '--request', method, url],
  ...(isTrusted ? ['--user', credentials] : []),
  ...(type === undefined ? [] : ['--header', `content-type: ${type}`]),
  ...(body === undefined ? [] : ['--data-raw', body]),
];

/** `queue_id`, or `phone_numbers_data_0_id`. */
const variableOf = ({ name, path }: Reference) => [name, ...path].join('_');

/** Prints the response, and keeps the values that later commands use. It needs no other tools than those of every shell. */
function keeping(command: string, references: readonly Reference[]): string {
  if (references.length === 0) return command;
  const lines = references.map(
    (reference) =>
      `${variableOf(reference)}=$(printf '%s' "$response" | grep -o '"${reference.path.at(-1)}": *"[^"]*"' | sed -n ${reference.before + 1}p | cut -d '"' -f 4)`,
  );
  return [`response=$(${command})`, `printf '%s\\n' "$response"`, ...lines].join('\n');
}
