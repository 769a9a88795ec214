import { inShell } from '../../util/index.js';
import { type Exporter, sandboxCommand } from './exporter.js';
import { operationIn } from './failure.js';
import {
  faultRequest,
  faultSentence,
  limitOf,
  type RequestText,
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
    const blocks = requestTexts(documents, options.base).flatMap((request) => blocksOf(request, server !== undefined));
    const start =
      server === undefined
        ? ''
        : `# Start the sandbox in another terminal, and run the lines that it prints: ${server}\n`;
    return `#!/bin/sh\n${start}# Set PLATFORM_PROJECT_ID and PLATFORM_API_TOKEN before you run this.\n\n${blocks.join('\n\n')}\n`;
  },
};

function blocksOf(request: RequestText, isSandbox: boolean): string[] {
  const { entry, service } = request;
  const operation = operationIn(entry);
  const limit = limitOf(request, isSandbox);
  const status = entry.response ? `, recorded status ${entry.response.status}` : '';
  const notes = [
    ...(limit === undefined ? [] : [limit]),
    ...(operation === undefined ? [] : [`${operation}${status}`]),
  ];
  const fault = isSandbox ? faultRequest(request) : undefined;
  const own = commandOf(request);
  return [
    ...(fault ? [`# ${faultSentence(entry)}\n${commandOf(fault)}`] : []),
    [...notes.map((note) => `# ${note}`), service === undefined ? own : own.replace(/^/gm, '# ')].join('\n'),
  ];
}

const commandOf = ({ method, url, type, body, service }: RequestText): string =>
  [
    `curl --request ${method} ${inShell(url)}`,
    ...(service === undefined ? ['--user "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN"'] : []),
    ...(type === undefined ? [] : [`--header ${inShell(`content-type: ${type}`)}`]),
    ...(body === undefined ? [] : [`--data-raw ${inShell(body)}`]),
  ].join(' \\\n  ');
