import { type CassetteDocument, type CassetteEntry, exchangeNumbers } from '../../cassette/index.js';
import { PlatformRestError, readErrorBody } from '../../client/index.js';
import { attempt, formPairs } from '../../util/index.js';
import { type Call, Calls } from '../call-of.js';
import { bodyValue } from '../links/links.js';
import { isOfPlatform } from '../operation-in.js';

/** A request of a case with its response, in the form that the checks read. */
export interface Exchange {
  /** The index of the document in the recording. */
  readonly index: number;
  /** The number that `cassette show` prints. */
  readonly number: number;
  readonly entry: CassetteEntry;
  readonly url: URL;
  /** The call of the client that sends the request. Undefined if no operation has the path. */
  readonly call: Call | undefined;
  /** The fields as they were sent, in the query or the body. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The HTTP status, or 0 without a response. */
  readonly status: number;
  /** The value of a JSON response. */
  readonly answer: unknown;
  /** A redirected request that was repeated at the new address, and succeeded there. */
  readonly isFollowed?: true;
}

/** The exchanges of a recording, in order. */
export function exchangesIn(documents: readonly CassetteDocument[]): Exchange[] {
  const calls = new Calls();
  const numbers = exchangeNumbers(documents);
  const exchanges = documents.flatMap((document, index) => {
    // `kind` decides the type, but an entry of another kind may have any field.
    return document.kind === 'http'
      ? [exchangeOf(document as CassetteEntry, { index, number: numbers[index] ?? 0, calls })]
      : [];
  });
  return exchanges.map((one, i) => (isFollowedBy(one, exchanges[i + 1]) ? { ...one, isFollowed: true } : one));
}

/** Most clients send a redirected POST as a GET, which is another request. */
function isFollowedBy({ status, entry, url }: Exchange, next: Exchange | undefined): boolean {
  const location = entry.response?.headers?.location;
  if (entry.expected && status >= 300 && status <= 308) return true;
  if (status < 300 || status > 308 || !next || !isDone(next) || next.entry.request.method !== entry.request.method)
    return false;
  return (
    location === undefined ||
    (URL.canParse(location, url.href) && new URL(location, url).pathname === next.url.pathname)
  );
}

function exchangeOf(
  entry: CassetteEntry,
  { index, number, calls }: { readonly index: number; readonly number: number; readonly calls: Calls },
): Exchange {
  const url = new URL(entry.request.url);
  const body = bodyValue(entry.request.body);
  return {
    index,
    number,
    entry,
    url,
    call: attempt(() => calls.of(entry)),
    fields: { ...Object.fromEntries(formPairs(url.search) ?? []), ...(isObject(body) ? body : {}) },
    status: entry.response?.status ?? 0,
    answer: bodyValue(entry.response?.body),
  };
}

/** The same exchange with the response that the sandbox gave. */
export const answeredWith = (exchange: Exchange, response: NonNullable<CassetteEntry['response']>): Exchange => ({
  ...exchange,
  entry: { ...exchange.entry, response },
  status: response.status,
  answer: bodyValue(response.body),
});

export const isFailed = (exchange: Exchange): boolean =>
  exchange.status === 0 || exchange.status >= 400 || isRedirected(exchange);
/** A redirected request to the platform did nothing. Services of skills may redirect. */
export const isRedirected = (exchange: Exchange): boolean =>
  !exchange.isFollowed && [301, 302, 303, 307, 308].includes(exchange.status) && isForPlatform(exchange);
/** The body of a request or its command can be missing, and then no operation is known. */
export const isForPlatform = ({ call, url }: Exchange): boolean => call !== undefined || isOfPlatform(url.pathname);
export const isDone = ({ status }: Exchange): boolean => status >= 200 && status < 300;
/** A response of the sandbox in place of a missing one is not a success. */
export const isRecordedDone = (exchange: Exchange): boolean => isDone(exchange) && !exchange.entry.unanswered;
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The error that a client would have thrown for a failed exchange. */
export function errorOf({ entry, call, status, answer, url }: Exchange): PlatformRestError {
  const { code, errors } = readErrorBody(answer);
  const retry = Number(entry.response?.headers?.['retry-after'] ?? Number.NaN);
  return new PlatformRestError(errors[0]?.message ?? '', {
    status,
    errors,
    operation: call?.operation ?? entry.op ?? '',
    method: entry.request.method,
    url: url.href,
    body: answer,
    attempts: 1,
    ...((entry.fault ?? code) !== undefined && { code: entry.fault ?? code }),
    ...(!Number.isNaN(retry) && { retry_after: retry }),
  });
}

/** The strings in a value, with the names of their fields. */
export function* textsIn(value: unknown, name = '', depth = 0): Generator<{ name: string; text: string }> {
  if (typeof value === 'string') yield { name, text: value };
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  for (const [key, one] of Object.entries(value)) yield* textsIn(one, Array.isArray(value) ? name : key, depth + 1);
}

const MAX_DEPTH = 20;
