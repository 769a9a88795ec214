import { canonicalJson } from '../../cassette/index.js';
import { jsonOf } from '../../util/index.js';
import { type FoundRequest, requestKey } from './found-request.js';

/** How far apart two programs report one request, in milliseconds. */
const MAX_APART_MS = 2000;
/** With more equal requests at a time, only the last ones are compared. */
const MAX_COMPARED = 8;

export interface Joined {
  readonly requests: readonly FoundRequest[];
  /** How many requests another file has too. */
  readonly shared: number;
}

interface Kept {
  request: FoundRequest;
  /** The files that have it. Each file reports a request once. */
  readonly files: Set<string>;
  readonly isOnly: boolean;
}

/**
 * A client, its program and a proxy can all report one request. Reports of several files are one request if the method,
 * the path, the status and the bodies fit, and either the times fit or each file has only one such request. In one file,
 * two log lines are one request if they follow each other and only one has bodies. `found` is in the order of time.
 */
export function joinReports(found: readonly FoundRequest[], fileOf: (request: FoundRequest) => string): Joined {
  const counts = new Map<string, number>();
  for (const request of found) {
    const key = `${fileOf(request)} ${keyOf(request)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const byKey = new Map<string, Kept[]>();
  const kept: Kept[] = [];
  let shared = 0;
  for (const request of found) {
    const key = keyOf(request);
    const file = fileOf(request);
    const isOnly = counts.get(`${file} ${key}`) === 1;
    const last = kept.at(-1);
    if (last?.files.has(file) && areLinesOfOne(last.request, request)) {
      last.request = joined(last.request, request);
      continue;
    }
    const alike = byKey.get(key) ?? [];
    const one = alike
      .slice(-MAX_COMPARED)
      .find((other) => !other.files.has(file) && areReportsOfOne(other.request, request, other.isOnly && isOnly));
    if (one) {
      one.request = joined(one.request, request);
      one.files.add(file);
      shared++;
      continue;
    }
    const added = { request, files: new Set([file]), isOnly };
    kept.push(added);
    byKey.set(key, [...alike.slice(1 - MAX_COMPARED), added]);
  }
  return { requests: kept.map(({ request }) => request), shared };
}

const keyOf = (request: FoundRequest): string => `${requestKey(request)} ${request.response?.status}`;

const hasBodies = ({ body, response }: FoundRequest) => body !== undefined || (response?.body.length ?? 0) > 0;

function areLinesOfOne(one: FoundRequest, other: FoundRequest): boolean {
  return (
    one.isLogged === true &&
    other.isLogged === true &&
    one.response !== undefined &&
    one.url === other.url &&
    keyOf(one) === keyOf(other) &&
    hasBodies(one) !== hasBodies(other) &&
    fitsInTime(one, other) === true
  );
}

function areReportsOfOne(one: FoundRequest, other: FoundRequest, isOnly: boolean): boolean {
  // Without a response, such as two curl commands, a request may have been sent twice.
  if (!one.response || !other.response || !isSameHost(one, other)) return false;
  if (!isSameBody(one.body, other.body) || !isSameBody(one.response.body, other.response.body)) return false;
  // Two bare lines without a time can be two requests.
  return fitsInTime(one, other) ?? (isOnly && (hasBodies(one) || hasBodies(other)));
}

/** Undefined if a time is missing. The log of a server has the time of the end of a request. */
function fitsInTime(one: FoundRequest, other: FoundRequest): boolean | undefined {
  if (one.startedMs === undefined || other.startedMs === undefined) return undefined;
  const apartMs = other.startedMs - one.startedMs;
  return [apartMs, apartMs - (one.tookMs ?? 0), apartMs + (other.tookMs ?? 0)].some(
    (ms) => Math.abs(ms) <= MAX_APART_MS,
  );
}

const UNKNOWN = 'host.invalid';

/** Many logs have the path only. */
function isSameHost(one: FoundRequest, other: FoundRequest): boolean {
  const [host, second] = [new URL(one.url).host, new URL(other.url).host];
  return host === second || host === UNKNOWN || second === UNKNOWN;
}

function isSameBody(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (!one?.length || !other?.length) return true;
  return plain(one) === plain(other);
}

function plain(body: Uint8Array): string {
  const text = Buffer.from(body).toString('utf8');
  const value = jsonOf(text);
  return value === undefined ? text.trim() : canonicalJson(value);
}

/** The parts of both. The first one keeps its position and its time. */
function joined(one: FoundRequest, other: FoundRequest): FoundRequest {
  const { body, type } = one.body ? one : other;
  const response = (one.response?.body.length ?? 0) > 0 ? one.response : (other.response ?? one.response);
  return {
    ...one,
    url: new URL(one.url).host === UNKNOWN ? other.url : one.url,
    ...(body && { body, type }),
    ...(response && { response: { ...response, headers: { ...other.response?.headers, ...one.response?.headers } } }),
  };
}
