import { inShell } from '../../util/index.js';
import { operationIn } from '../operation-in.js';
import { type Exporter, sandboxCommand } from './exporter.js';
import { type Reference, References } from './references.js';
import {
  faultRequest,
  faultSentence,
  limitOf,
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
  write({ header, documents }, options) {
    const server = sandboxCommand(header, options);
    // Commands for the platform keep the recorded ids, so that they can be imported again.
    const references = server === undefined ? new References([]) : referencesIn({ header, documents }, options);
    const blocks = requestTexts(documents, options.base).flatMap((request) =>
      blocksOf(request, server !== undefined, references),
    );
    const start =
      server === undefined
        ? ''
        : `# Start the sandbox in another terminal, and run the lines that it prints: ${server}\n`;
    return `#!/bin/sh\n${start}# Set PLATFORM_PROJECT_ID and PLATFORM_API_TOKEN before you run this.\n\n${blocks.join('\n\n')}\n`;
  },
};

function blocksOf(request: RequestText, isSandbox: boolean, references: References): string[] {
  const { entry, service } = request;
  const operation = operationIn(entry);
  const limit = limitOf(request, isSandbox);
  const status = entry.response ? `, recorded status ${entry.response.status}` : '';
  const notes = [
    ...(limit === undefined ? [] : [limit]),
    ...(operation === undefined ? [] : [`${operation}${status}`]),
  ];
  const fault = isSandbox ? faultRequest(request) : undefined;
  const own = keeping(commandOf(request, references), references.from(request.at));
  return [
    ...(fault ? [`# ${faultSentence(entry)}\n${commandOf(fault, references)}`] : []),
    [...notes.map((note) => `# ${note}`), service === undefined ? own : own.replace(/^/gm, '# ')].join('\n'),
  ];
}

function commandOf({ method, url, type, body, service, at }: RequestText, references: References): string {
  const word = (text: string) =>
    references
      .split(at, text)
      .map((part) => (typeof part === 'string' ? inShell(part) : `"$${variableOf(part)}"`))
      .join('');
  return [
    `curl --request ${method} ${word(url)}`,
    ...(service === undefined ? ['--user "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN"'] : []),
    ...(type === undefined ? [] : [`--header ${inShell(`content-type: ${type}`)}`]),
    ...(body === undefined ? [] : [`--data-raw ${word(body)}`]),
  ].join(' \\\n  ');
}

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
