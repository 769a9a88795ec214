import { inShell } from '../../util/index.js';
import { type Exporter, requestTexts } from './exporter.js';

/** Writes a shell script of curl commands. The credentials are the variables that the client reads too. */
export const curlScript: Exporter = {
  name: 'curl',
  summary: 'a shell script of curl commands',
  extension: '.sh',
  write({ documents }, { base }) {
    const commands = requestTexts(documents, base).map(({ method, url, type, body, entry }) =>
      [
        `${entry.op === undefined ? '' : `# ${entry.op}${entry.response ? `, recorded status ${entry.response.status}` : ''}\n`}curl --request ${method} ${inShell(url)}`,
        '--user "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN"',
        ...(type === undefined ? [] : [`--header ${inShell(`content-type: ${type}`)}`]),
        ...(body === undefined ? [] : [`--data-raw ${inShell(body)}`]),
      ].join(' \\\n  '),
    );
    return `#!/bin/sh\n# Set PLATFORM_PROJECT_ID and PLATFORM_API_TOKEN before you run this.\n\n${commands.join('\n\n')}\n`;
  },
};
