import { groupBy } from '../../../util/index.js';
import { type FoundRequest, inLineOrder, lineOf, type ReadInput } from '../found-request.js';
import type { UnreadLine } from '../unread-results.js';
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
  const own = distinctPairs(pairs, signs.lines);
  const isTold = (one: FoundRequest) => one.isLogged && isHypothetical(signs.lines[lineOf(one) - 1] ?? '');
  const requests = read.requests
    .filter((one) => !isTold(one))
    .map((one) => (isClaimed(one, own) ? { ...one, isJoined: true as const } : one));
  const byPath = groupBy([...requests.keys()], (i) => pathOf(requests[i] as FoundRequest));
  const missing = own.filter(
    (pair) =>
      pair.mention.isPlatform &&
      !(byPath.get(pair.mention.path) ?? []).some((i) => hasResult(requests[i] as FoundRequest, pair)),
  );
  const source = { text, lines: signs.lines, file };
  const added: FoundRequest[] = [];
  const left: Pair[] = [];
  const credentials = [...(read.credentials ?? [])];
  for (const [path, alike] of groupBy(missing, ({ mention }) => mention.path)) {
    const known = byPath.get(path) ?? [];
    const waiting = known.filter((i) => isOpen(requests[i] as FoundRequest));
    for (const pair of alike) {
      const found = requestsOf([pair], source);
      const [request] = found.requests;
      const [at, ...others] = waiting;
      const isOnly = at !== undefined && others.length === 0 && alike.length === 1;
      if (request && isOnly && isAlike(requests[at], request)) requests[at] = completed(requests[at], request);
      else if (request && at === undefined && !pair.isJoined && !known.some((i) => isAt(requests[i], pair)))
        added.push(request);
      else left.push(pair);
      credentials.push(...(found.credentials ?? []));
    }
  }
  const all = added.length === 0 ? requests : inOrderOf([...requests, ...added]);
  const result = { ...read, requests: all, credentials };
  const results = [...open, ...left.map(resultOf)].sort((one, other) => one.line - other.line);
  return { ...result, unread: unreadIn(results, { read: result, signs, file }) };
}

/** Requests without a line keep their order. */
const inOrderOf = (requests: readonly FoundRequest[]): readonly FoundRequest[] =>
  requests.every((one) => lineOf(one) > 0) ? inLineOrder(requests) : requests;

const isPlainStatus = ({ error, refusal }: Result): boolean => error === undefined && refusal === undefined;

const resultOf = ({ mention, status, error, refusal }: Pair): Result => ({
  ...{ kind: 'result', line: mention.line, at: mention.at, status, error, refusal },
});

const pathOf = ({ url }: FoundRequest): string => new URL(url).pathname;
const isOpen = ({ response, fault }: FoundRequest): boolean => !response && !fault;

/** A gateway that waits in vain logs the error and its status. */
const hasResult = ({ response, fault }: FoundRequest, { status, error }: Pick<Pair, 'status' | 'error'>): boolean =>
  error === undefined ? response?.status === status : fault !== undefined || (response?.status ?? 0) >= 500;

/** Whether the signs show the failure of a request as that of another one. */
const isClaimed = (request: FoundRequest, pairs: readonly Pair[]): boolean => {
  const status = request.response?.status ?? 0;
  if (status < 400) return false;
  const claims = pairs.filter((one) => one.status === status);
  return claims.length > 0 && claims.every(({ mention }) => mention.path !== pathOf(request));
};

/** Whether a request was read in the lines of a pair. */
const isAt = (request: FoundRequest | undefined, { firstLine, lastLine }: Pair): boolean =>
  request !== undefined && lineOf(request) > firstLine && lineOf(request) <= lastLine + 1;

const isAlike = (one: FoundRequest | undefined, other: FoundRequest): one is FoundRequest =>
  one?.method === other.method;

const completed = (
  request: FoundRequest,
  { response, fault, code, message, isJoined }: FoundRequest,
): FoundRequest => ({
  ...request,
  ...(response && { response }),
  ...(fault && { fault, ...(code !== undefined && { code }), ...(message !== undefined && { message }) }),
  ...(isJoined && { isJoined }),
});
