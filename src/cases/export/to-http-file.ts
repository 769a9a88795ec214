import { textOf } from '../../cassette/index.js';
import { statusText } from '../../http/index.js';
import { jsonOf } from '../../util/index.js';
import { operationIn } from '../operation-in.js';
import { type Exporter, type ExportOptions, inComment, type Recording, sandboxCommand } from './exporter.js';
import { failureOf } from './failure.js';
import { isActive, readExportedHttp, requestsProblem } from './gate/http-file-gate.js';
import type { Reference, References } from './references.js';
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

/** Writes an .http file for the REST clients of editors. */
export const httpRequests: Exporter = {
  name: 'http',
  summary: 'an .http file for the REST clients of editors',
  extension: '.http',
  limits: (recording, options) => [
    ...(requestLimits?.(recording, options) ?? []),
    ...requestTexts(recording.documents, options).flatMap((request) =>
      request.service === undefined && isUnwritable(request) ? [unwritableSentence(request)] : [],
    ),
  ],
  problem: fileProblem,
  write({ header, documents }, options) {
    const server = sandboxCommand(header, options);
    const references = referencesIn({ header, documents }, options);
    const isSandbox = server !== undefined;
    const requests = requestTexts(documents, options);
    const notes = [...(isSandbox ? [`Start the sandbox first: ${server}`] : []), ...hostLimits(requests)];
    const start = notes.map((note) => `# ${inComment(note)}\n`).join('');
    const written = requests.filter((request) => !isUnwritable(request));
    const variables = hasCredentials(written, isSandbox) ? '@project = PROJECT_ID\n@token = API_TOKEN\n' : '';
    const blocks = requests.flatMap((request) => blocksOf(request, isSandbox, references));
    return `${start}${variables}${start + variables === '' ? '' : '\n'}${blocks.join('\n\n')}\n`;
  },
};

function blocksOf(request: RequestText, isSandbox: boolean, references: References): string[] {
  const { method, url, entry, service, at } = request;
  if (service === undefined && isUnwritable(request))
    return [`### ${inComment(operationIn(entry) ?? method)}\n# ${inComment(unwritableSentence(request))}`];
  const [source] = references.from(at);
  const fault = isSandbox ? faultRequest(request) : undefined;
  const own = requestLines(request, references).join('\n');
  return [
    ...(fault ? [[`### ${inComment(faultSentence(entry))}`, ...requestLines(fault, references)].join('\n')] : []),
    [
      `### ${inComment(operationIn(entry) ?? `${method} ${new URL(url).pathname}`)}`,
      ...limitsOf(request, isSandbox).map((limit) => `# ${inComment(limit)}`),
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
  const lines = text === '' ? [] : text.split(/\r\n|[\r\n\u2028\u2029]/);
  // Editors read `# @name` and the like as commands.
  const isText = !lines.some((line) => /^\s*@/.test(line));
  return [`# recorded: ${status} ${statusText(status)}`.trimEnd(), ...(isText ? lines.map((line) => `# ${line}`) : [])];
}

function requestLines({ method, url, type, body, isTrusted, at }: RequestText, references: References): string[] {
  const filled = (text: string) =>
    references
      .split(at, text)
      .map((part) => (typeof part === 'string' ? part : placeholderOf(part)))
      .join('');
  return [
    `${method} ${filled(withoutBraces(url))}`,
    ...(isTrusted ? ['Authorization: Basic {{project}} {{token}}'] : []),
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(written(body) === undefined ? [] : ['', filled(plainBody(body ?? ''))]),
  ];
}

/** The syntax of the REST Client for Visual Studio Code, which other editors read too. */
const placeholderOf = (reference: Reference) => `{{${nameOf(reference)}}}`;
const nameOf = ({ name, path }: Reference) =>
  `${name}.response.body.$${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}`;

/** Editors fill in `{{name}}` everywhere. A URL, JSON and a form can write braces in another way. */
const withoutBraces = (url: string) => url.replaceAll('{', '%7B').replaceAll('}', '%7D');

function plainBody(body: string): string {
  if (!body.includes('{{')) return body;
  if (jsonOf(body) !== undefined) return body.replaceAll('{{', '{\\u007b');
  return /^[\w.%+~*[\]-]+=\S*$/.test(body) ? withoutBraces(body) : body;
}

/** The body as the file has it. Editors ignore empty lines at its end, so a body of empty lines is not a body. */
function written(body: string | undefined): string | undefined {
  const text = plainBody(body ?? '').replace(/\n+$/, '');
  return text === '' ? undefined : text;
}

const isUnwritable = ({ method, type = '', body = '' }: RequestText): boolean => {
  const own = plainBody(body);
  return !/^[A-Za-z]+$/.test(method) || own.includes('{{') || isActive(own) || type.includes('{{');
};

const unwritableSentence = ({ method, url }: RequestText): string =>
  `${method} ${new URL(url).pathname} has text that editors would run or fill in, so it is left out.`;

/** Reads the file back as editors do. */
function fileProblem(text: string, { header, documents }: Recording, options: ExportOptions): string | undefined {
  const isSandbox = sandboxCommand(header, options) !== undefined;
  const references = referencesIn({ header, documents }, options);
  const requests = requestTexts(documents, options);
  const values = new Map(
    requests.flatMap(({ at }) => references.from(at)).map((one) => [nameOf(one), one.value] as const),
  );
  const read = readExportedHttp(text, (name) => values.get(name));
  if (!read) return 'it has text that is not a recorded request';
  const expected = requests.flatMap((request) => {
    if (request.service !== undefined || isUnwritable(request)) return [];
    const fault = isSandbox ? faultRequest(request) : undefined;
    return fault ? [fault, request] : [request];
  });
  const all = expected.map(({ url, body, ...rest }) => ({
    ...rest,
    url: withoutBraces(url),
    body: written(body),
  }));
  if (read.trusted.some((isTrusted, i) => isTrusted && !expected[i]?.isTrusted))
    return 'it has credentials for the host of another person';
  return requestsProblem(read.requests, all);
}
