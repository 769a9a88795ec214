import { sendWithRetries, type Transport, TransportFault, type WireRequest } from '../../http/index.js';
import type { SecretCutter } from '../../redact/index.js';
import { failed, textOf } from '../errors/failure.js';
import type { CallOptions } from '../public-types.js';
import { jsonOf, pairsOf } from './encode.js';
import type { Planned } from './plan.js';

/** The description of each option, by name. `with` accepts these options, and completion offers them. */
export const CALL_OPTIONS: Readonly<Record<keyof CallOptions, string>> = {
  signal: 'Aborts the call when it fires.',
  timeout_ms: 'The time limit for each attempt.',
  retries: 'The maximum number of attempts after the first one.',
  check: '`false` sends fields without validating them.',
  max_items: 'The maximum number of items when you iterate over a list.',
  page_size: 'The page size of lists that do not set one.',
};

export interface Sender {
  readonly transport: Transport;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: SecretCutter;
  readonly options: CallOptions;
}

const FORM = 'application/x-www-form-urlencoded';

export async function sendPlanned(planned: Planned, sender: Sender): Promise<unknown> {
  const request = toWire(planned, sender);
  const { method, row } = planned;
  const idempotent = method === 'GET' || method === 'PUT' || method === 'DELETE';
  const policy = { retries: sender.options.retries ?? 2, idempotent, spends: row.spends === true };
  let attempted: Awaited<ReturnType<typeof sendWithRetries>>;
  try {
    attempted = await sendWithRetries(sender.transport, request, policy);
  } catch (fault) {
    throw fault instanceof TransportFault ? failed(planned, sender.secrets, { fault }) : fault;
  }
  const { response, attempts } = attempted;
  if (response.status < 200 || response.status > 299) throw failed(planned, sender.secrets, { response, attempts });
  if (response.body.length === 0) return row.gives.kind === 'none' ? undefined : {};
  try {
    const answer: unknown = JSON.parse(textOf(response));
    if (row.gives.kind === 'none') return undefined;
    if (typeof answer !== 'object' || answer === null) throw new SyntaxError('the response is not an object');
    return answer;
  } catch (cause) {
    throw failed(planned, sender.secrets, { response, attempts, cause });
  }
}

export function toWire(
  { operation, row, method, url, body }: Planned,
  { headers, options }: Pick<Sender, 'headers' | 'options'>,
): WireRequest {
  return {
    method,
    url,
    headers:
      body === undefined
        ? headers
        : { ...headers, 'content-type': row.encoding === 'form' ? FORM : 'application/json' },
    ...(body !== undefined && { body: row.encoding === 'form' ? formOf(operation, body) : jsonOf(operation, body) }),
    ...(options.signal && { signal: options.signal }),
    ...(options.timeout_ms !== undefined && { timeoutMs: options.timeout_ms }),
  };
}

const formOf = (operation: string, body: Record<string, unknown>) =>
  new URLSearchParams(pairsOf(operation, body)).toString();
