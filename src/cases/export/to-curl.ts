import { inShell } from '../../util/index.js';
import { type Exporter, requestTexts, sandboxCommand } from './exporter.js';

/** Writes a shell script of curl commands. The credentials are the variables that the client reads too. */
export const curlScript: Exporter = {
  name: 'curl',
  summary: 'a shell script of curl commands',
  extension: '.sh',
  write({ header, documents }, options) {
    const server = options.base === undefined ? sandboxCommand(header) : undefined;
    const commands = requestTexts(documents, options.base).map(({ method, url, type, body, entry }) =>
      [
        `${entry.op === undefined ? '' : `# ${entry.op}${entry.response ? `, recorded status ${entry.response.status}` : ''}\n`}curl --request ${method} ${inShell(url)}`,
        '--user "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN"',
        ...(type === undefined ? [] : [`--header ${inShell(`content-type: ${type}`)}`]),
        ...(body === undefined ? [] : [`--data-raw ${inShell(body)}`]),
      ].join(' \\\n  '),
    );
    const start =
      server === undefined
        ? ''
        : `# Start the sandbox in another terminal, and run the lines that it prints: ${server}\n`;
    return `#!/bin/sh\n${start}# Set PLATFORM_PROJECT_ID and PLATFORM_API_TOKEN before you run this.\n\n${commands.join('\n\n')}\n`;
  },
};
