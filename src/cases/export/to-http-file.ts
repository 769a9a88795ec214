import { statusText } from '../../http/index.js';
import { type Exporter, requestTexts, sandboxCommand } from './exporter.js';

/** Writes an .http file for the REST clients of editors. */
export const httpRequests: Exporter = {
  name: 'http',
  summary: 'an .http file for the REST clients of editors',
  extension: '.http',
  write({ header, documents }, options) {
    const server = options.base === undefined ? sandboxCommand(header) : undefined;
    const blocks = requestTexts(documents, options.base).map(({ method, url, type, body, entry }) => {
      const { status } = entry.response ?? {};
      const recorded = status === undefined ? '' : `# recorded: ${status} ${statusText(status)}`.trimEnd();
      return [
        `### ${entry.op ?? `${method} ${new URL(url).pathname}`}`,
        ...(recorded === '' ? [] : [recorded]),
        `${method} ${url}`,
        'Authorization: Basic {{project}} {{token}}',
        ...(type === undefined ? [] : [`Content-Type: ${type}`]),
        ...(body === undefined ? [] : ['', body]),
      ].join('\n');
    });
    const start = server === undefined ? '' : `# Start the sandbox first: ${server}\n`;
    return `${start}@project = PROJECT_ID\n@token = API_TOKEN\n\n${blocks.join('\n\n')}\n`;
  },
};
