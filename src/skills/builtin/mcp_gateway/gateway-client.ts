import { createHash } from 'node:crypto';
import {
  askJson,
  isPlain,
  type JsonAnswer,
  jsonOf,
  kindOfStatus,
  plainLine,
  type RawData,
  type Send,
  ServiceFailure,
  sendWithRetries,
  valueAt,
  type WireRequest,
  type WireResponse,
} from '../../index.js';

export interface GatewayAccess {
  readonly address: string;
  readonly authorization: string;
  readonly verifyTls: boolean;
  readonly attempts: number;
  readonly timeoutMs: number;
}

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

export interface ToolCallBody {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly session_id: string;
  readonly timeout: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const MAX_ERROR_BYTES = 16 * 1024;

/** Client for the API of a gateway. Methods throw a `ServiceFailure` if the gateway does not answer the request. */
export class GatewayClient {
  readonly #send: Send;
  readonly #access: GatewayAccess;

  constructor(send: Send, access: GatewayAccess) {
    this.#send = send;
    this.#access = access;
  }

  async health(signal?: AbortSignal): Promise<void> {
    await this.#ask('GET', '/health', { signal });
  }

  async services(): Promise<string[]> {
    const { body } = await this.#ask('GET', '/services');
    if (!isPlain(body)) throw new ServiceFailure('malformed', 'the list of services is not an object');
    return Object.keys(body).filter((name) => valueAt(body[name], 'enabled') !== false);
  }

  async tools(service: string): Promise<OfferedTool[]> {
    const { body } = await this.#ask('GET', `/services/${encodeURIComponent(service)}/tools`);
    const tools = valueAt(body, 'tools');
    if (!Array.isArray(tools)) throw new ServiceFailure('malformed', 'the list of tools is not an array');
    return tools.flatMap((tool) => {
      const { name, description, inputSchema } = isPlain(tool) ? tool : {};
      if (typeof name !== 'string' || name === '') return [];
      return [{ name, description: typeof description === 'string' ? description : '', inputSchema }];
    });
  }

  async call(service: string, content: ToolCallBody, signal: AbortSignal) {
    const { body } = await this.#ask('POST', `/services/${encodeURIComponent(service)}/call`, { content, signal });
    const result = valueAt(body, 'result');
    if (result === undefined) throw new ServiceFailure('malformed', 'the response has no result');
    const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? '');
    return { text, isError: valueAt(body, 'is_error') === true };
  }

  /** Ends a session. It is not an error if the session does not exist. */
  async end(session_id: string, signal?: AbortSignal): Promise<void> {
    await this.#ask('DELETE', `/sessions/${encodeURIComponent(session_id)}`, { signal, accepted: [404] });
  }

  async #ask(
    method: string,
    path: string,
    more: { content?: unknown; signal?: AbortSignal | undefined; accepted?: number[] } = {},
  ): Promise<JsonAnswer> {
    const { address, authorization, verifyTls, attempts, timeoutMs } = this.#access;
    const { content, signal, accepted = [] } = more;
    const request: WireRequest = {
      method,
      url: address + path,
      headers: {
        accept: 'application/json',
        authorization,
        ...(content !== undefined && { 'content-type': 'application/json' }),
      },
      ...(content !== undefined && { body: JSON.stringify(content) }),
      timeoutMs,
      // The user configures the address, so it may be private.
      allowPrivate: true,
      ...(!verifyTls && { verifyTls }),
      ...(signal && { signal }),
    };
    // A tool may have run even if the response was lost, so tool calls count as not idempotent.
    const policy = { retries: attempts - 1, idempotent: method !== 'POST', spends: false, isFinal: isFinalError };
    const patient: Send = async (one, options) => {
      // Each attempt has its own timeout. The timeout for following redirects is a little longer.
      const transport = {
        send: (again: WireRequest) => this.#send(again, { ...options, timeoutMs: timeoutMs + 1000 }),
      };
      const { response } = await sendWithRetries(transport, one, policy);
      return { ...response, url: one.url };
    };
    const answer = await askJson(patient, request, timeoutMs);
    if ((answer.status >= 200 && answer.status < 300) || accepted.includes(answer.status)) return answer;
    const reason = plainLine(`${valueAt(answer.body, 'error') ?? ''}`, 300);
    throw new ServiceFailure(failureKind(answer), `${method} ${path}: ${answer.status} ${reason}`.trim());
  }
}

/** Whether the gateway reports an error that a retry would only repeat, such as a server that does not start. */
function isFinalError({ body }: WireResponse): boolean {
  const code = body.length > MAX_ERROR_BYTES ? undefined : valueAt(jsonOf(Buffer.from(body).toString()), 'code');
  return typeof code === 'string' && code !== 'busy' && code !== 'rate';
}

/** Patchbay's gateway sends a code that is more specific than the HTTP status. */
function failureKind({ status, body }: JsonAnswer) {
  return valueAt(body, 'code') === 'too_large' ? 'too_large' : kindOfStatus(status);
}

/** Returns the address without trailing slashes. Throws a `TypeError` if it is invalid or has credentials. */
export function gatewayAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new TypeError('gateway_url must be an http or https address, such as http://127.0.0.1:8080');
  if (url.username !== '' || url.password !== '')
    throw new TypeError('gateway_url must not contain a user name. Pass auth_user and auth_password instead');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Returns `mcp_call_id` from the global data, else the call id. Hashes an id that gateways reject. */
export function sessionIdOf({ global_data, call_id }: RawData): string | undefined {
  const chosen = isPlain(global_data) ? global_data.mcp_call_id : undefined;
  const id = [chosen, call_id].find((one): one is string => typeof one === 'string' && one !== '');
  if (id === undefined || /^[A-Za-z0-9_.-]{1,128}$/.test(id)) return id;
  return createHash('sha256').update(id).digest('hex');
}
