import {
  type CassetteDocument,
  type CassetteEntry,
  type CassetteHeader,
  keptRequest,
  keptResponse,
} from '../../cassette/index.js';
import { operations, walkRows } from '../../client/index.js';
import { isCredentialParameter } from '../../redact/index.js';
import { skillsCalling } from '../../skills/index.js';
import { attempt, counted, jsonOf, packageVersion, timerMs } from '../../util/index.js';
import { isOfPlatform } from '../operation-in.js';
import { CallbackAddresses, callbackSign, probesIn, webhookOf } from './callback-requests.js';
import type { FoundRequest, FoundResponse } from './found-request.js';
import { joinReports } from './one-request.js';
import { nearMiss, platformPath, unnamedOperation } from './platform-path.js';
import { type CaseInput, readInputs } from './read-input.js';
import { inTimeOrder } from './source-order.js';

export interface ImportOptions {
  /**
   * Keeps requests whose URL contains one of these texts, even if their path is not in the API. Requests to the services
   * of built-in skills are always kept.
   */
  readonly keep?: readonly string[];
}

/** A request that was left out. */
export interface Dropped {
  readonly place: string;
  readonly method: string;
  readonly url: string;
  /** A suggestion, if the request could be meant for the platform. */
  readonly near?: string;
}

export interface ImportedCase {
  readonly header: CassetteHeader;
  readonly documents: readonly CassetteDocument[];
  /** What was not read although it looks like a result. The recording keeps these, because `explain` reads them. */
  readonly notes: readonly CassetteDocument[];
  readonly dropped: readonly Dropped[];
  /** Parts that could not be read, with their places. */
  readonly problems: readonly string[];
  readonly formats: readonly string[];
  /**
   * The credentials of the requests, which the documents leave out, and keys in URLs that are not of the platform, such
   * as the key of a skill. Pass them to `saveRedacted` as `secrets`, because other texts of the case can repeat them.
   */
  readonly credentials: readonly string[];
}

/** Reads one or more texts as one recording, in the order of time. It is not redacted: see `saveRedacted`. */
export function importCase(inputs: readonly CaseInput[], { keep = [] }: ImportOptions = {}): ImportedCase {
  if (!Array.isArray(inputs) || inputs.some((one) => typeof one?.text !== 'string'))
    throw new TypeError("importCase(inputs): inputs must be a list, such as [{ name: 'ticket.txt', text }]");
  const { found, problems, formats, credentials, files, notes } = readInputs(inputs);
  const dropped: Dropped[] = [];
  const fileOf = (one: FoundRequest) => files.get(one) ?? '';
  const { requests, shared } = joinReports(inTimeOrder(found, fileOf), fileOf);
  if (shared > 0) problems.push(`${counted(shared, 'request')} reported by more than one file, imported once`);
  const probes = probesIn(requests, fileOf);
  if (probes.size > 0)
    problems.push(`${counted(probes.size, 'request')} with a path of the platform left out: ${OWN_SERVER}`);
  const kept = requests.flatMap((request): (CassetteDocument | FoundRequest)[] => {
    const url = new URL(request.url);
    if (!METHOD.test(request.method)) {
      problems.push(`${request.place} has an invalid method`);
      return [];
    }
    if (probes.has(request)) return [request];
    const at = platformPath(request.method, url.pathname, fieldsOf(request));
    const isKept = skillsCalling(request.url).length > 0 || keep.some((part) => request.url.includes(part));
    const isUnknown = !at && !isKept && request.method !== 'OPTIONS' && isOfPlatform(url.pathname);
    if (!at && !isKept && !isUnknown) return [request];
    for (const problem of request.problems ?? []) problems.push(`${request.place}: ${problem}`);
    const unnamed = isUnknown ? unnamedOperation(request.method, url.pathname, fieldsOf(request)) : undefined;
    const near = isUnknown ? nearMiss(request.method, url.pathname) : undefined;
    if (isUnknown)
      problems.push(
        isBareCommand(request, url)
          ? `${request.place}: the command for this call is not known, because the input does not have the body`
          : unnamed !== undefined
            ? `${request.place}: ${request.method} ${url.pathname}: ${unnamed}`
            : `${request.place}: ${request.method} ${url.pathname} is not a known operation${near === undefined ? '' : `: ${near}`}`,
      );
    if (at?.prefix) problems.push(`${request.place}: the path began with ${at.prefix}, which was removed`);
    if (at) url.pathname = at.path;
    else for (const key of keysIn(url)) credentials.add(key);
    const entry = entryOf(request, url.href, at?.operation);
    if (isCut(entry)) problems.push(`${request.place}: the body of the response is incomplete`);
    return [entry];
  });
  const isDocument = (one: CassetteDocument | FoundRequest): one is CassetteDocument => 'kind' in one;
  const addresses = new CallbackAddresses(kept.filter(isDocument));
  const assumed: string[] = [];
  const documents = kept.flatMap((one): CassetteDocument[] => {
    if (isDocument(one)) return [one];
    const named = addresses.hostOf(one);
    const sign = named === undefined ? callbackSign(one, !kept.some(isDocument)) : undefined;
    const host = named ?? (sign && new URL(one.url).host);
    if (sign === 'path') assumed.push(one.place);
    if (host !== undefined) {
      for (const problem of one.problems ?? []) problems.push(`${one.place}: ${problem}`);
      return [webhookOf(one, host, sign)];
    }
    const { place, method, url } = one;
    const near = nearMiss(method, new URL(url).pathname);
    dropped.push({ place, method, url, ...(near !== undefined && { near }) });
    return [];
  });
  if (assumed.length <= MAX_ASSUMED) for (const place of assumed) problems.push(`${place}: ${ASSUMED_CALLBACK}`);
  else problems.push(`${assumed.length} requests, the first in ${assumed[0]}: ${ASSUMED_CALLBACK}`);
  const startMs = smallestTime(found);
  const header: CassetteHeader = {
    kind: 'cassette',
    version: 1,
    origin: 'imported',
    tool: `patchbay ${packageVersion()}`,
    ...(startMs !== undefined && { recorded_at: new Date(startMs).toISOString() }),
    redaction: 'not redacted',
  };
  return {
    header,
    documents,
    notes,
    dropped,
    problems,
    formats,
    credentials: [...credentials],
  };
}

/** With more of them, the notes would hide all others. */
const MAX_ASSUMED = 3;
const OWN_SERVER =
  'the log is of a server that answers many other paths, and refused each of them, so they were sent to that server';
const ASSUMED_CALLBACK = 'assumed to be a request of the platform to your server, because of its path';

/** The body has the command for a call. Logs often have only the path. */
const isBareCommand = ({ method, body }: FoundRequest, { pathname }: URL): boolean =>
  method === 'POST' && body === undefined && /^\/api\/calling\/calls\/?$/.test(pathname);

/** Shorter values can be ordinary words. */
const MIN_KEY_LENGTH = 8;

/** A service gets its key in the query. The field `key` of other documents is seldom a secret. */
const keysIn = (url: URL): string[] =>
  [...url.searchParams].flatMap(([name, value]) =>
    isCredentialParameter(name) && value.length >= MIN_KEY_LENGTH ? [value] : [],
  );

const smallestTime = (found: readonly FoundRequest[]): number | undefined =>
  found.reduce<number | undefined>(
    (least, { startedMs }) =>
      startedMs === undefined || (least !== undefined && least <= startedMs) ? least : startedMs,
    undefined,
  );

/** The fields of a JSON body, which distinguish operations that share a path. */
function fieldsOf({ body }: FoundRequest): Readonly<Record<string, unknown>> {
  const read = body && jsonOf(Buffer.from(body).toString('utf8'));
  // JSON that was encoded twice is meant for the operation that its fields name.
  const value = typeof read === 'string' ? jsonOf(read) : read;
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const METHOD = /^[A-Z]+$/;
const MAX_STATUS = 999;

function entryOf(request: FoundRequest, url: string, op: string | undefined): CassetteEntry {
  const { method, type, body, response, fault, code, message, tookMs = 0 } = request;
  const ms = timerMs(Math.round(tookMs));
  const isJson = type !== undefined && /^application\/json\b/i.test(type);
  const status = response?.isSuccess ? successOf(op) : response?.status;
  const isAnswered = status !== undefined && status <= MAX_STATUS;
  return {
    kind: 'http',
    ...(op !== undefined && { op }),
    request: keptRequest({ method, url, body, type: isJson ? undefined : type }),
    ...(response && isAnswered && { response: compactResponse({ ...response, status }) }),
    ...(!isAnswered &&
      (fault
        ? { fault, ...(code !== undefined && { code }), ...(message !== undefined && { message }) }
        : { unanswered: true })),
    ...(isAnswered && request.isExpected && { expected: true as const }),
    ...((isAnswered || fault !== undefined) && request.isJoined && { joined: true as const }),
    ...(ms > 0 && { ms }),
  };
}

/** The status with which an operation succeeds. */
function successOf(op: string | undefined): number {
  for (const [name, { ok }] of op === undefined ? [] : walkRows(operations)) if (name === op) return ok;
  return 200;
}

/** People paste indented JSON. The platform sends it without spaces, and the recording is easier to read as values. */
function compactResponse(response: FoundResponse): ReturnType<typeof keptResponse> {
  const kept = keptResponse(response);
  if (!kept.body || !('text' in kept.body) || !/^\s*[{[]/.test(kept.body.text)) return kept;
  const { text } = kept.body;
  // A value that is nested too deeply for JSON.stringify stays as it is.
  const compact = attempt(() => JSON.stringify(jsonOf(text)));
  return compact === undefined ? kept : keptResponse({ ...response, body: Buffer.from(compact) });
}

/** Firefox and some proxies shorten long bodies, which leaves incomplete JSON. */
function isCut({ response: { headers, body } = { status: 0 } }: CassetteEntry): boolean {
  const isJson = /json/i.test(headers?.['content-type'] ?? '');
  return isJson && body !== undefined && 'text' in body && jsonOf(body.text) === undefined;
}
