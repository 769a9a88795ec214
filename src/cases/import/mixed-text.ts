import { groupBy } from '../../util/index.js';
import { faultOf } from './draft-request.js';
import type { FoundRequest, Importer, ReadInput } from './found-request.js';
import { isLogLine, logLines } from './read-log-lines.js';

/**
 * Reads a text with an importer. People also paste lines of a log above or below a command, so these are read as a log.
 * Empty lines keep the numbers of the lines.
 */
export function readMixed(importer: Importer, text: string, name: string): ReadInput {
  if (!importer.isPasted) return importer.read(text, name);
  const read = withLogLines(importer, text, name);
  return withNetworkError(read, text, name);
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

function withLogLines(importer: Importer, text: string, name: string): ReadInput {
  const lines = text.split('\n');
  const isLogged = lines.map(isLogLine);
  if (!isLogged.includes(true)) return importer.read(text, name);
  const part = (isKept: (index: number) => boolean) => lines.map((line, i) => (isKept(i) ? line : '')).join('\n');
  const own = importer.read(
    part((i) => !isLogged[i]),
    name,
  );
  const log = logLines.read(
    part((i) => isLogged[i] === true),
    name,
  );
  const { requests, results } = withResults(own.requests, log.requests);
  // What has its result in a line is not a request of the log too.
  const rest = logLines.read(
    part((i) => isLogged[i] === true && !results.has(`${name}, line ${i + 1}`)),
    name,
  );
  return {
    requests: [...requests, ...rest.requests].sort((one, other) => lineOf(one) - lineOf(other)),
    problems: [
      ...own.problems,
      ...rest.problems,
      ...[...results].map(([line, command]) => `${line}: the status is the result of the request of ${command}`),
    ],
    credentials: [...(own.credentials ?? []), ...(log.credentials ?? [])],
  };
}

const lineOf = ({ place }: FoundRequest): number => Number(/, line (\d+)$/.exec(place)?.[1] ?? 0);

/** With more lines about one address, it is not known which line is meant. */
const MAX_ALIKE = 8;

/** A command without a response and the only log line of that request, below it, are one request. */
function withResults(commands: readonly FoundRequest[], logged: readonly FoundRequest[]) {
  const results = new Map<string, string>();
  const [linesByKey, commandsByKey] = [groupBy(logged, keyOf), groupBy(commands, keyOf)];
  const requests = commands.map((command): FoundRequest => {
    const key = keyOf(command);
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

function keyOf({ method, url }: FoundRequest): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search}`;
}

/** Many logs have the path only. */
function isHostOf(line: FoundRequest, { url }: FoundRequest): boolean {
  const { host } = new URL(line.url);
  return host === 'host.invalid' || host === new URL(url).host;
}
