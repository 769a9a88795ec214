import { statusText } from '../../http/index.js';
import { type Exporter, requestTexts } from './exporter.js';

/** Writes an .http file for the REST clients of editors. */
export const httpRequests: Exporter = {
  name: 'http',
  summary: 'an .http file for the REST clients of editors',
  extension: '.http',
  write({ documents }, { base }) {
    const blocks = requestTexts(documents, base).map(({ method, url, type, body, entry }) => {
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
    return `@project = PROJECT_ID\n@token = API_TOKEN\n\n${blocks.join('\n\n')}\n`;
  },
};
