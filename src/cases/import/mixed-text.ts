import type { FoundRequest, Importer, ReadInput } from './found-request.js';
import { isLogLine, logLines } from './read-log-lines.js';

/**
 * Reads a text with an importer. People also paste lines of a log above or below a command, so these are read as a log.
 * Empty lines keep the numbers of the lines.
 */
export function readMixed(importer: Importer, text: string, name: string): ReadInput {
  if (!importer.isPasted) return importer.read(text, name);
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

/** A command without a response and the only log line of that request are one request. */
function withResults(commands: readonly FoundRequest[], logged: readonly FoundRequest[]) {
  const results = new Map<string, string>();
  const requests = commands.map((command): FoundRequest => {
    const [line, ...others] = logged.filter((one) => isOf(one, command));
    if (!line?.response || line.body || others.length > 0 || command.response) return command;
    if (commands.some((one) => one !== command && isOf(line, one))) return command;
    results.set(line.place, command.place);
    return { ...command, response: line.response, startedMs: command.startedMs ?? line.startedMs };
  });
  return { requests, results };
}

/** Whether a log line is about the request. Many logs have the path only. */
function isOf(line: FoundRequest, { method, url }: FoundRequest): boolean {
  const [logged, other] = [new URL(line.url), new URL(url)];
  const isHost = logged.host === other.host || logged.host === 'host.invalid';
  return line.method === method && isHost && logged.pathname + logged.search === other.pathname + other.search;
}
