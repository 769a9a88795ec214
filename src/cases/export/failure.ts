import { type CassetteEntry, textOf } from '../../cassette/index.js';
import { readErrorBody } from '../../client/index.js';
import { skillsCalling } from '../../skills/index.js';
import { asCode } from '../../util/index.js';
import { bodyValue } from '../links/links.js';
import { operationIn } from '../operation-in.js';
import { replay } from '../replay/replay.js';
import type { Recording } from './exporter.js';

/** A fault of the sandbox, as `sandbox.faults.add` and the control API accept it. */
export type InjectedFault =
  | { readonly status: number; readonly message?: string; readonly retry_after?: number }
  | { readonly kind: 'timeout' | 'reset' };

/** The recorded status, or the fault, if the request failed. */
export const failureOf = ({ response, fault }: CassetteEntry): number | string | undefined =>
  fault ?? ((response?.status ?? 0) >= 400 ? response?.status : undefined);

/** The sandbox gives these statuses by itself, because the request causes them. */
const OF_THE_REQUEST = [400, 404, 405, 409, 422];

/** Sends the requests to a sandbox, and finds those that do not fail there as in the recording. */
export async function unproducedIn(recording: Recording): Promise<ReadonlySet<CassetteEntry>> {
  const entries = recording.documents.flatMap((document) =>
    document.kind === 'http' ? [document as CassetteEntry] : [],
  );
  if (!entries.some(({ response }) => OF_THE_REQUEST.includes(response?.status ?? 0))) return new Set();
  const { requests } = await replay(recording);
  return new Set(
    requests.flatMap(({ index, outcome, status }) =>
      outcome === 'recorded' && OF_THE_REQUEST.includes(Number(status))
        ? [recording.documents[index] as CassetteEntry]
        : [],
    ),
  );
}

/**
 * The fault that makes the sandbox fail a request as in the recording, or undefined if it fails by itself. The sandbox
 * has no expired tokens, rate limits and outages, and its network does not fail.
 */
export function faultOf(entry: CassetteEntry, unproduced?: ReadonlySet<CassetteEntry>): InjectedFault | undefined {
  const failure = failureOf(entry);
  if (failure === undefined || operationIn(entry) === undefined) return undefined;
  if (typeof failure === 'string') return { kind: failure === 'timeout' ? 'timeout' : 'reset' };
  if (unproduced?.has(entry)) {
    const [error] = readErrorBody(bodyValue(entry.response?.body)).errors;
    return { status: failure, ...(error && { message: error.message }) };
  }
  if (OF_THE_REQUEST.includes(failure) || failure > 599) return undefined;
  const seconds = Number(entry.response?.headers?.['retry-after'] ?? Number.NaN);
  return { status: failure, ...(seconds >= 0 && { retry_after: seconds }) };
}

/** The code that injects a fault into the next request of an operation. */
export const faultCode = (operation: string, fault: InjectedFault): string =>
  `sandbox.faults.add(${asCode(operation)}, ${asCode(fault)}, { times: 1 });`;

/** The host of a service that is not the platform, such as the weather service of a skill. */
export function serviceHost(entry: CassetteEntry): string | undefined {
  const { url } = entry.request;
  const { host, pathname } = new URL(url);
  const isService = skillsCalling(url).length > 0 || !pathname.includes('/api/');
  return isService && operationIn(entry) === undefined ? host : undefined;
}

/** The parts of exchanges with services that a program needs to repeat their responses. */
export const recordedServices = (entries: readonly CassetteEntry[]) =>
  entries.map(({ request, response, fault }) => ({
    kind: 'http',
    request,
    ...(response && { response }),
    ...(fault && { fault }),
  }));

/** The code of a function that answers requests to services with the recorded responses, in their order. */
export const servicesCode = (entries: readonly CassetteEntry[]): string =>
  `// The sandbox does not answer for services, so these are their recorded responses.
const services = replayer({
  entries: [
${recordedServices(entries)
  .map((entry) => `    ${asCode(entry)},`)
  .join('\n')}
  ],
});

${SERVICE_FUNCTION}`;

export const SERVICE_FUNCTION = `async function service(method: string, url: string, body?: string): Promise<string> {
  const response = await services.send({ method, url, headers: {}, ...(body !== undefined && { body }) });
  const text = Buffer.from(response.body).toString();
  if (response.status < 400) return text;
  throw Object.assign(new Error(\`\${new URL(url).host} answered \${response.status}: \${text}\`), { status: response.status });
}`;

/** The handler of a call that failed in the recording, and does not end the program. */
export const ERROR_PRINTER = '(error) => console.error(error.message)';

/** The import that the code of `servicesCode` needs. */
export const SERVICES_IMPORT = "import { replayer } from 'patchbay/cassette';";

/** The arguments of `service`. */
export const serviceWords = ({ request: { method, url, body } }: CassetteEntry): string[] => [
  method,
  url,
  ...(body && !('base64' in body) ? [textOf(body)] : []),
];
