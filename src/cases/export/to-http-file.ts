import { textOf } from '../../cassette/index.js';
import { statusText } from '../../http/index.js';
import { type Exporter, sandboxCommand } from './exporter.js';
import { failureOf, operationIn } from './failure.js';
import {
  faultRequest,
  faultSentence,
  limitOf,
  type RequestText,
  requestLimits,
  requestTexts,
} from './request-texts.js';

/** Writes an .http file for the REST clients of editors. */
export const httpRequests: Exporter = {
  name: 'http',
  summary: 'an .http file for the REST clients of editors',
  extension: '.http',
  limits: requestLimits,
  write({ header, documents }, options) {
    const server = sandboxCommand(header, options);
    const blocks = requestTexts(documents, options.base).flatMap((request) => blocksOf(request, server !== undefined));
    const start = server === undefined ? '' : `# Start the sandbox first: ${server}\n`;
    return `${start}@project = PROJECT_ID\n@token = API_TOKEN\n\n${blocks.join('\n\n')}\n`;
  },
};

function blocksOf(request: RequestText, isSandbox: boolean): string[] {
  const { method, url, entry, service } = request;
  const limit = limitOf(request, isSandbox);
  const fault = isSandbox ? faultRequest(request) : undefined;
  const own = requestLines(request).join('\n');
  return [
    ...(fault ? [[`### ${faultSentence(entry)}`, ...requestLines(fault)].join('\n')] : []),
    [
      `### ${operationIn(entry) ?? `${method} ${new URL(url).pathname}`}`,
      ...(limit === undefined ? [] : [`# ${limit}`]),
      ...recordedLines(request),
      service === undefined ? own : own.replace(/^/gm, '# '),
    ].join('\n'),
  ];
}

/** The recorded status. A failure also has its body, so that `patchbay import` reads both. */
function recordedLines({ entry }: RequestText): string[] {
  const { status, body } = entry.response ?? {};
  if (status === undefined) return [];
  const text = failureOf(entry) === undefined ? '' : textOf(body);
  return [
    `# recorded: ${status} ${statusText(status)}`.trimEnd(),
    ...(text === '' ? [] : text.split(/\r\n|[\r\n]/).map((line) => `# ${line}`)),
  ];
}

const requestLines = ({ method, url, type, body, service }: RequestText): string[] => [
  `${method} ${url}`,
  ...(service === undefined ? ['Authorization: Basic {{project}} {{token}}'] : []),
  ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ...(body === undefined ? [] : ['', body]),
];
