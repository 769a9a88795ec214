import { readErrorBody } from '../../../client/index.js';
import { groupBy, jsonOf } from '../../../util/index.js';
import { type FoundRequest, inLineOrder, lineOf, type ReadInput } from '../found-request.js';
import type { UnreadLine } from '../unread-results.js';
import { retriesOf, withDeliveries, withPassedTests } from './lines-behind.js';
import { type Pair, pairSigns } from './pair-signs.js';
import { distinctPairs, requestsOf } from './read-signs.js';
import type { Result } from './results.js';
import { isHypothetical, signsIn } from './signs-in.js';
import { unreadIn } from './unread-signs.js';

/** The requests of a text, and the lines that look like a failure but belong to none of them. */
export interface Accounted extends ReadInput {
  readonly unread: readonly UnreadLine[];
}

export interface Account {
  readonly text: string;
  readonly file: string;
  /** A document with a schema, which has an error as a value in many places. */
  readonly isStructured?: boolean | undefined;
}

/**
 * Accounts for each sign of a failure in a text. It is of a request that was read, or of another server, or it is read
 * as a request now, if no other request can have it. The rest is reported.
 */
export function accountFor(read: ReadInput, { text, file, isStructured = false }: Account): Accounted {
  const signs = signsIn(text);
  const { pairs, open } = pairSigns(signs);
  if (isStructured) return { ...read, unread: unreadIn(open.filter(isPlainStatus), { read, signs, file }) };
  const retries = retriesOf(pairs, open, signs);
  const own = distinctPairs(inOrder([...pairs, ...retries]), signs.lines);
  const requests = read.requests
    .filter((one) => !(one.isLogged && isHypothetical(signs.lines[lineOf(one) - 1] ?? '')))
    .map(doubtOf(own));
  const { added, left, credentials } = withPairs(requests, own, { text, lines: signs.lines, file });
  const all = added.length === 0 ? requests : inOrderOf([...requests, ...added]);
  const delivered = withDeliveries(withPassedTests(all, signs), signs);
  const result = {
    ...read,
    requests: delivered.requests,
    credentials: [...(read.credentials ?? []), ...credentials],
  };
  const results = [...open, ...left.map(resultOf), ...delivered.left].sort((one, other) => one.line - other.line);
  return { ...result, unread: unreadIn(results, { read: result, signs, file }) };
}

const inOrder = (pairs: readonly Pair[]): Pair[] => pairs.toSorted((one, other) => one.firstLine - other.firstLine);

/** Completes the requests in place with the results of pairs. Returns the other pairs that can be read, and those that cannot. */
function withPairs(requests: FoundRequest[], pairs: readonly Pair[], source: Parameters<typeof requestsOf>[1]) {
  const byPath = groupBy([...requests.keys()], (i) => pathOf(requests[i] as FoundRequest));
  const known = new Set(requests.flatMap((one) => [...resultsOf(one)].map((result) => `${pathOf(one)} ${result}`)));
  const places = new Set(requests.map((one) => `${pathOf(one)} ${lineOf(one)}`));
  const found = requestsOf(pairs, source);
  const missing = pairs.flatMap((pair, i) => {
    const { mention, status, error } = pair;
    const isKnown = known.has(`${mention.path} ${error === undefined ? status : 'error'}`);
    return mention.isPlatform && !isKnown ? [{ pair, request: found.requests[i] }] : [];
  });
  const added: FoundRequest[] = [];
  const left: Pair[] = [];
  for (const [path, alike] of groupBy(missing, ({ pair }) => pair.mention.path)) {
    const waiting = (byPath.get(path) ?? []).filter((i) => isOpen(requests[i] as FoundRequest));
    const [at, ...others] = waiting;
    const isOnly = others.length === 0 && alike.length === 1;
    for (const { pair, request } of alike) {
      const open = at === undefined ? undefined : requests[at];
      if (request && open && at !== undefined && isOnly && open.method === request.method)
        requests[at] = completed(open, request);
      else if (request && at === undefined && !pair.isJoined && !isIn(places, path, pair)) added.push(request);
      else left.push(pair);
    }
  }
  addRefusals(requests, found.requests);
  return { added, left, credentials: found.credentials };
}

/** Gives requests of readers the refusals that only the signs show. A refusal is never the body of a request. */
function addRefusals(requests: FoundRequest[], found: readonly (FoundRequest | undefined)[]): void {
  const keyOf = (one: FoundRequest) => `${pathOf(one)} ${one.response?.status}`;
  const refused = found.flatMap((one) =>
    (one?.response?.status ?? 0) >= 400 && one?.response?.body.length ? [one] : [],
  );
  const byKey = groupBy(refused, keyOf);
  const alike = groupBy(requests, keyOf);
  for (const [i, request] of requests.entries()) {
    const [own, ...others] = byKey.get(keyOf(request)) ?? [];
    const { response, body, type: _, ...rest } = request;
    if (!own?.response || !response || others.length > 0 || (alike.get(keyOf(request)) ?? []).length > 1) continue;
    const words = messageOf(own.response.body);
    const isSwapped = body !== undefined && words !== '' && Buffer.from(body).toString('utf8').includes(words);
    requests[i] = {
      ...(isSwapped ? { ...rest, response, ...(own.body && { body: own.body, type: own.type }) } : request),
      ...(messageOf(response.body) === '' && { response: { ...response, body: own.response.body } }),
    };
  }
}

const messageOf = (body: Uint8Array): string =>
  readErrorBody(jsonOf(Buffer.from(body).toString('utf8'))).errors[0]?.message ?? '';

/** Requests without a line keep their order. */
const inOrderOf = (requests: readonly FoundRequest[]): readonly FoundRequest[] =>
  requests.every((one) => lineOf(one) > 0) ? inLineOrder(requests) : requests;

const isPlainStatus = ({ error, refusal }: Result): boolean => error === undefined && refusal === undefined;

const resultOf = ({ mention, status, error, refusal }: Pair): Result => ({
  ...{ kind: 'result', line: mention.line, at: mention.at, status, error, refusal },
});

const pathOf = ({ url }: FoundRequest): string => new URL(url).pathname;
const isOpen = ({ response, fault }: FoundRequest): boolean => !response && !fault;

/** The status of a request and whether it had an error. A gateway that waits in vain logs the error and its status. */
function* resultsOf({ response, fault }: FoundRequest): Generator<number | 'error'> {
  if (response) yield response.status;
  if (fault !== undefined || (response?.status ?? 0) >= 500) yield 'error';
}

/** Marks a request whose failure the signs show as that of other requests. */
function doubtOf(pairs: readonly Pair[]): (request: FoundRequest) => FoundRequest {
  const byStatus = groupBy(pairs, ({ status }) => status);
  const claims = new Map(
    [...byStatus].map(([status, own]) => [status, new Set(own.map(({ mention }) => mention.path))]),
  );
  return (request) => {
    const status = request.response?.status ?? 0;
    const paths = status < 400 ? undefined : claims.get(status);
    return paths && !paths.has(pathOf(request)) ? { ...request, isJoined: true } : request;
  };
}

/** Whether a request with a path was read in the first lines of a pair. */
function isIn(places: ReadonlySet<string>, path: string, { firstLine, lastLine }: Pair): boolean {
  for (let line = firstLine; line <= Math.min(lastLine, firstLine + MAX_LINES); line++)
    if (places.has(`${path} ${line + 1}`)) return true;
  return false;
}

const MAX_LINES = 100;

const completed = (
  request: FoundRequest,
  { response, fault, code, message, isJoined }: FoundRequest,
): FoundRequest => ({
  ...request,
  ...(response && { response }),
  ...(fault && { fault, ...(code !== undefined && { code }), ...(message !== undefined && { message }) }),
  ...(isJoined && { isJoined }),
});
