import { type CassetteDocument, type CassetteEntry, textOf } from '../../cassette/index.js';
import { mayBeLoopback } from '../../http/index.js';
import { operationIn } from '../operation-in.js';
import {
  type Exporter,
  type ExportOptions,
  type Recording,
  reachableUrl,
  sandboxCommand,
  sandboxStart,
} from './exporter.js';
import { failureOf, faultOf, type InjectedFault, serviceHost } from './failure.js';
import { References } from './references.js';

/** A recorded request with its body as text. */
export interface RequestText {
  readonly method: string;
  readonly url: string;
  readonly type: string | undefined;
  readonly body: string | undefined;
  readonly entry: CassetteEntry;
  /** The host of a service, which must not receive the credentials of the platform. */
  readonly service: string | undefined;
  /** Whether the host may receive the credentials of the user. */
  readonly isTrusted: boolean;
  /** The position of the request in the recording. */
  readonly at: number;
  /** What makes the sandbox fail the request as in the recording, if it does not fail by itself. */
  readonly fault: InjectedFault | undefined;
}

/** The requests of a case, with another host if one is given. A binary body has no text. */
export function requestTexts(documents: readonly CassetteDocument[], options: ExportOptions): RequestText[] {
  const { base, host, unproduced } = options;
  return documents.flatMap((document, index): RequestText[] => {
    if (document.kind !== 'http') return [];
    const entry = document as CassetteEntry;
    const { method, url, type, body } = entry.request;
    const { pathname, search } = new URL(url);
    const text = body && !('base64' in body) ? textOf(body) : undefined;
    const service = serviceHost(entry);
    const own =
      base === undefined || service !== undefined ? reachableUrl(url) : base.replace(/\/$/, '') + pathname + search;
    return [
      {
        method,
        url: own,
        isTrusted: service === undefined && (base !== undefined || isOwnHost(url, host)),
        type: text === undefined ? undefined : (type ?? 'application/json'),
        body: text,
        entry,
        service,
        at: index,
        fault: faultOf(entry, unproduced),
      },
    ];
  });
}

/**
 * The sandbox in the process, and the space of the user. All other hosts are those of another person: a local port of a
 * recording can be any program on the machine of the user.
 */
function isOwnHost(address: string, host: string | undefined): boolean {
  const { hostname, host: own, protocol } = new URL(address);
  if (hostname === 'sandbox.invalid') return true;
  return host !== undefined && own === host && (protocol === 'https:' || mayBeLoopback(hostname));
}

/** The request that makes the sandbox fail the next one as in the recording. */
export function faultRequest({ entry, url, fault }: RequestText): RequestText | undefined {
  if (!fault) return undefined;
  return {
    method: 'POST',
    url: new URL('/_patchbay/api/faults', url).href,
    type: 'application/json',
    body: JSON.stringify({ operation: operationIn(entry), fault, times: 1 }),
    entry: { kind: 'http', request: { method: 'POST', url } },
    service: undefined,
    isTrusted: true,
    at: -1,
    fault: undefined,
  };
}

export const faultSentence = (entry: CassetteEntry): string =>
  `The sandbox fails the next ${operationIn(entry)}, as in the recording.`;

/** The hosts whose requests have no credentials. A file says it once for each host. */
export const hostLimits = (requests: readonly RequestText[]): string[] => [
  ...new Set(
    requests.flatMap(({ url, service, isTrusted }) =>
      isTrusted || service !== undefined
        ? []
        : [
            `${new URL(url).host} is not the host of your space, so requests to it have no credentials. To send them to your space or a sandbox, export with --base URL.`,
          ],
    ),
  ),
];

/** Whether a request of the file, or what makes the sandbox fail one, has the credentials of the user. */
export const hasCredentials = (requests: readonly RequestText[], isSandbox: boolean): boolean =>
  requests.some(
    ({ isTrusted, service, fault }) => (isTrusted && service === undefined) || (isSandbox && fault !== undefined),
  );

/** Why a request is not sent, or can get another response than in the recording. */
export function limitsOf({ method, entry, service, fault: injected }: RequestText, isSandbox: boolean): string[] {
  const failure = failureOf(entry);
  const recorded = failure ?? entry.response?.status;
  if (service !== undefined)
    return [
      `The sandbox does not answer for ${service}, so ${method} ${new URL(entry.request.url).pathname} is not sent.${recorded === undefined ? '' : ` The recording has ${recorded}.`}`,
    ];
  const fault = `The request did not cause ${failure} of ${operationIn(entry)}, so the platform may answer otherwise. Export with --base URL of a sandbox for the same failure.`;
  return !isSandbox && injected ? [fault] : [];
}

/** The values between requests. A sandbox with the seed of the recording creates the same ids. */
export function referencesIn({ header, documents }: Recording, options: ExportOptions): References {
  const isSeeded = sandboxCommand(header, options) !== undefined && 'seed' in sandboxStart(header, options);
  return new References(isSeeded ? [] : documents);
}

/** The limits of a format that sends requests one by one. */
export const requestLimits: Exporter['limits'] = ({ header, documents }, options) => {
  const isSandbox = sandboxCommand(header, options) !== undefined;
  const requests = requestTexts(documents, options);
  return [...hostLimits(requests), ...new Set(requests.flatMap((request) => limitsOf(request, isSandbox)))];
};
