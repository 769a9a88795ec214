import { textOf } from '../../cassette/index.js';
import { statusText } from '../../http/index.js';
import { operationIn } from '../operation-in.js';
import { type Exporter, sandboxCommand } from './exporter.js';
import { failureOf } from './failure.js';
import type { Reference, References } from './references.js';
import {
  faultRequest,
  faultSentence,
  limitOf,
  type RequestText,
  referencesIn,
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
    const references = referencesIn({ header, documents }, options);
    const blocks = requestTexts(documents, options.base).flatMap((request) =>
      blocksOf(request, server !== undefined, references),
    );
    const start = server === undefined ? '' : `# Start the sandbox first: ${server}\n`;
    return `${start}@project = PROJECT_ID\n@token = API_TOKEN\n\n${blocks.join('\n\n')}\n`;
  },
};

function blocksOf(request: RequestText, isSandbox: boolean, references: References): string[] {
  const { method, url, entry, service, at } = request;
  const [source] = references.from(at);
  const limit = limitOf(request, isSandbox);
  const fault = isSandbox ? faultRequest(request) : undefined;
  const own = requestLines(request, references).join('\n');
  return [
    ...(fault ? [[`### ${faultSentence(entry)}`, ...requestLines(fault, references)].join('\n')] : []),
    [
      `### ${operationIn(entry) ?? `${method} ${new URL(url).pathname}`}`,
      ...(limit === undefined ? [] : [`# ${limit}`]),
      ...(source ? [`# @name ${source.name}`] : []),
      ...recordedLines(request, source !== undefined),
      service === undefined ? own : own.replace(/^/gm, '# '),
    ].join('\n'),
  ];
}

/**
 * The recorded status. `patchbay import` reads it together with the body, which a failure has, and a response that later
 * requests refer to.
 */
function recordedLines({ entry }: RequestText, hasReferences: boolean): string[] {
  const { status, body } = entry.response ?? {};
  if (status === undefined) return [];
  const text = hasReferences || failureOf(entry) !== undefined ? textOf(body) : '';
  return [
    `# recorded: ${status} ${statusText(status)}`.trimEnd(),
    ...(text === '' ? [] : text.split(/\r\n|[\r\n]/).map((line) => `# ${line}`)),
  ];
}

function requestLines({ method, url, type, body, service, at }: RequestText, references: References): string[] {
  const filled = (text: string) =>
    references
      .split(at, text)
      .map((part) => (typeof part === 'string' ? part : placeholderOf(part)))
      .join('');
  return [
    `${method} ${filled(url)}`,
    ...(service === undefined ? ['Authorization: Basic {{project}} {{token}}'] : []),
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(body === undefined ? [] : ['', filled(body)]),
  ];
}

/** The syntax of the REST Client for Visual Studio Code, which other editors read too. */
const placeholderOf = ({ name, path }: Reference) =>
  `{{${name}.response.body.$${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}}}`;
