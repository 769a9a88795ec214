import { groupBy } from '../../util/index.js';
import { faultOf } from './draft-request.js';
import {
  type FoundRequest,
  type Importer,
  ignoredNote,
  inLineOrder,
  lineOf,
  linesIn,
  type ReadInput,
  requestKey,
} from './found-request.js';
import { leadingJson } from './json-spans.js';
import { jsonLog } from './logs/read-json-log.js';
import { isLogLine, logLines, logNotes, readLogLines } from './logs/read-log-lines.js';
import { linesBetweenRecords } from './logs/records-in.js';
import { withOtherReaders } from './other-readers.js';
import { transcript } from './pasted/read-transcript.js';

/**
 * Reads a text with an importer. People also paste lines of a log above or below a command, so these are read as a log.
 * Empty lines keep the numbers of the lines.
 */
export function readMixed(
  importer: Importer,
  text: string,
  name: string,
  importers: readonly Importer[] = [],
): ReadInput {
  if (importer === jsonLog) return withPastedLines(text, name, importers);
  if (!importer.isPasted) return importer.read(text, name);
  const read = withHostError(withNetworkError(withLogLines(importer, text, name), text, name), text);
  // The readers of single lines accept parts of all other forms.
  const others = importers.filter((one) => one !== importer && one !== transcript && one !== logLines);
  return withOtherReaders(read, { text, name, others });
}

/** Programs print errors between the JSON records of their logs. */
function withPastedLines(text: string, name: string, importers: readonly Importer[]): ReadInput {
  const log = jsonLog.read(text, name);
  const rest = linesBetweenRecords(text);
  const pasted = rest === undefined ? undefined : importers.find((one) => one.isPasted && one.accepts(rest, name));
  if (rest === undefined) return log;
  if (!pasted) return { ...log, problems: [...log.problems, ...ignoredNote(name, linesIn(rest))] };
  const own = pasted.read(rest, name);
  const { requests, reports } = withReports(log.requests, own.requests);
  return {
    requests: [...requests, ...reports],
    problems: [...log.problems, ...own.problems],
    credentials: [...(log.credentials ?? []), ...(own.credentials ?? [])],
  };
}

/** The requests of a log with the bodies of the errors about them, and the errors about other requests. */
function withReports(logged: readonly FoundRequest[], found: readonly FoundRequest[]) {
  const requests = [...logged];
  const byKey = groupBy(
    logged.map((one, index) => ({ one, index })),
    ({ one }) => reportKeyOf(one),
  );
  const reports = found.filter((report) => {
    if (!report.isReport || !report.response) return true;
    const alike = byKey.get(reportKeyOf(report)) ?? [];
    const at = alike.findIndex(
      ({ one }) => isHostOf(one, report) && (report.isReport === 'without method' || one.method === report.method),
    );
    const [match] = at < 0 ? [] : alike.splice(at, 1);
    if (!match) return true;
    const { one, index } = match;
    requests[index] = {
      ...one,
      url: report.url,
      ...(!one.body && report.body && { body: report.body, type: report.type }),
      ...((one.response?.body.length ?? 0) === 0 && { response: report.response }),
    };
    return false;
  });
  return { requests, reports };
}

function reportKeyOf({ url, response }: FoundRequest): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search} ${response?.status}`;
}

/** The error that Node.js prints when there is no response: `getaddrinfo ENOTFOUND example.com`. */
const NETWORK =
  /\b(?:(?:getaddrinfo|connect|read|write) (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|EPIPE)\b(?: ([a-z0-9.-]+))?|(CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|ERR_TLS_CERT_ALTNAME_INVALID)\b)/gi;

/** An error of the network in the text belongs to its only request. */
function withNetworkError(read: ReadInput, text: string, name: string): ReadInput {
  const found = [...text.matchAll(NETWORK)];
  const codes = [...new Set(found.map(([, code, , certificate]) => code ?? certificate ?? ''))];
  const [code, ...others] = codes;
  const [request, ...more] = read.requests;
  if (code === undefined || read.requests.some((one) => one.code === code)) return read;
  const hosts = found.flatMap(([, , host]) => (host?.includes('.') && !/^[\d.]+$/.test(host) ? [host] : []));
  const isOwn = request && hosts.every((host) => host.toLowerCase() === new URL(request.url).hostname);
  if (isOwn && more.length === 0 && others.length === 0 && !request.response && !request.fault)
    return { ...read, requests: [{ ...request, ...faultOf(code) }] };
  return {
    ...read,
    problems: [...read.problems, `${name}: it is not known which request ended with ${codes.join(', ')}`],
  };
}

/** Google Apps Script names only the host: `Request failed for https://example.com returned code 429. Truncated …: {` */
const HOST_ERROR =
  /\bRequest failed for (https?:\/\/[\w.:-]+) returned code ([1-5]\d\d)\b(?:\. Truncated server response: )?/g;

/** An error that names the host and the status belongs to the only request to the host. */
function withHostError(read: ReadInput, text: string): ReadInput {
  const [error, ...others] = text.matchAll(HOST_ERROR);
  if (!error || others.length > 0) return read;
  const [all, origin = '', status] = error;
  const [request, ...more] = read.requests.filter(({ url }) => new URL(url).origin === new URL(origin).origin);
  if (!request || more.length > 0 || request.response || request.fault) return read;
  const body = Buffer.from(leadingJson(text.slice(error.index + all.length)) ?? '');
  const answered = { ...request, response: { status: Number(status), headers: {}, body } };
  return { ...read, requests: read.requests.map((one) => (one === request ? answered : one)) };
}

function withLogLines(importer: Importer, text: string, name: string): ReadInput {
  const lines = text.split('\n');
  const isLogged = lines.map(isLogLine);
  if (!isLogged.includes(true)) return importer.read(text, name);
  const part = (isKept: (index: number) => boolean) => lines.map((line, i) => (isKept(i) ? line : '')).join('\n');
  const own = importer.read(
    part((i) => !isLogged[i]),
    name,
  );
  const log = readLogLines(
    part((i) => isLogged[i] === true),
    name,
  );
  const { requests: fromLog, reports } = withReports(log.requests, own.requests);
  const { requests, results } = withResults(reports, fromLog);
  // What has its result in a line is not a request of the log too.
  const rest = fromLog.filter(({ place }) => !results.has(place));
  const ofLog = log.requests.filter(({ place }) => !results.has(place));
  return {
    requests: inLineOrder([...requests, ...rest]),
    problems: [
      ...own.problems,
      ...log.problems,
      ...logNotes({ requests: ofLog, ignored: log.ignored }, name),
      ...[...results].map(([line, command]) => `${line}: the status is the result of the request of ${command}`),
    ],
    credentials: [...(own.credentials ?? []), ...(log.credentials ?? [])],
  };
}

/** With more lines about one address, it is not known which line is meant. */
const MAX_ALIKE = 8;

/** A command without a response and the only log line of that request, below it, are one request. */
function withResults(commands: readonly FoundRequest[], logged: readonly FoundRequest[]) {
  const results = new Map<string, string>();
  const [linesByKey, commandsByKey] = [groupBy(logged, requestKey), groupBy(commands, requestKey)];
  const requests = commands.map((command): FoundRequest => {
    const key = requestKey(command);
    const [alike, twins] = [linesByKey.get(key) ?? [], commandsByKey.get(key) ?? []];
    if (command.response || command.fault || alike.length > MAX_ALIKE || twins.length > MAX_ALIKE) return command;
    const [line, ...others] = alike.filter((one) => isHostOf(one, command));
    if (!line?.response || line.body || others.length > 0 || lineOf(line) < lineOf(command)) return command;
    if (twins.some((one) => one !== command && isHostOf(line, one))) return command;
    results.set(line.place, command.place);
    return { ...command, response: line.response, startedMs: command.startedMs ?? line.startedMs };
  });
  return { requests, results };
}

/** Many logs have the path only. */
function isHostOf(line: FoundRequest, { url }: FoundRequest): boolean {
  const { host } = new URL(line.url);
  return host === 'host.invalid' || host === new URL(url).host;
}
