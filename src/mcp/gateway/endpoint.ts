import { z } from 'zod';
import type { Served, WireRequest, WireResponse } from '../../http/index.js';
import { packageVersion } from '../../util/index.js';
import { type Credentials, isLetIn } from '../credentials.js';
import type { GatewayConfig } from './config.js';
import { codeOfStatus, type FailureCode, GatewayError } from './gateway-error.js';
import { problemsOf } from './problems.js';
import { RateLimits } from './rate-limits.js';
import type { Sessions } from './sessions.js';
import { toldAsText } from './told.js';
import type { ToolLists } from './tool-lists.js';

interface EndpointOptions {
  readonly config: GatewayConfig;
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly toolLists: ToolLists;
  /** Masks the secrets of the gateway in an error message. */
  redact(text: string): string;
  failed(error: unknown): void;
}

const MOST_METADATA = 4096;
const SESSION_ID = /^[A-Za-z0-9_.-]{1,128}$/;

const CallBody = z.object({
  tool: z.string().regex(/^[^\p{Cc}\p{Cf}]{1,128}$/u, 'a tool has a name of at most 128 characters'),
  arguments: z.record(z.string(), z.unknown()).default({}),
  session_id: z.string().regex(SESSION_ID, 'a session has an id of letters, digits, _, . and -'),
  timeout: z.number().positive().max(3600).optional(),
  metadata: z
    .record(z.string(), z.unknown())
    .refine((data) => JSON.stringify(data).length <= MOST_METADATA, `at most ${MOST_METADATA} characters as JSON`)
    .default({}),
});

/** The HTTP API of the gateway: services, their tools, tool calls, and sessions. */
export function gatewayEndpoint(options: EndpointOptions): Served {
  const { config, credentials, sessions, toolLists, redact, failed } = options;
  const { default_limits, tools_limit, call_limit, session_delete_limit } = config.rate_limiting;
  const rates = new RateLimits();

  const limited = (kind: string, limit: string | undefined) => {
    const wait = rates.take(kind, limit === undefined ? default_limits : [limit]);
    return wait === undefined ? undefined : failure('rate', 'too many requests', { 'retry-after': String(wait) });
  };

  function services(): WireResponse {
    const shown = Object.entries(config.services).map(([name, { description, enabled, url }]) => [
      name,
      { description, enabled, transport: url === undefined ? 'stdio' : 'http' },
    ]);
    return json(200, Object.fromEntries(shown));
  }

  async function tools(service: string): Promise<WireResponse> {
    assertOffered(service);
    return json(200, { service, tools: await toolLists.of(service) });
  }

  async function call(service: string, { body, signal }: WireRequest): Promise<WireResponse> {
    assertOffered(service);
    const { tool, arguments: args, session_id, timeout = config.session.default_timeout, metadata } = callIn(body);
    const result = await sessions.call(session_id, { service, tool, args, timeout, metadata, signal });
    return json(200, {
      session_id,
      service,
      tool,
      result: toldAsText(result),
      is_error: result.isError === true,
      content: result.content,
      ...(result.structuredContent !== undefined && { structured_content: result.structuredContent }),
    });
  }

  function listed(): WireResponse {
    // The fields of the first service are repeated next to the id, for clients that expect one service per session.
    const shown = Object.entries(sessions.list()).map(([id, own]) => [id, { ...Object.values(own)[0], services: own }]);
    return json(200, Object.fromEntries(shown));
  }

  async function end(id: string): Promise<WireResponse> {
    if (!SESSION_ID.test(id)) throw new GatewayError('invalid', 'this is no id of a session');
    if (!(await sessions.end(id))) throw new GatewayError('unknown', `there is no session ${id}`);
    return json(200, { message: `the session ${id} has ended` });
  }

  function assertOffered(service: string): void {
    const found = Object.hasOwn(config.services, service) ? config.services[service] : undefined;
    if (!found) throw new GatewayError('unknown', `there is no service ${service}`);
    if (!found.enabled) throw new GatewayError('invalid', `the service ${service} is switched off`);
  }

  async function route(request: WireRequest): Promise<WireResponse> {
    const words = pathOf(request.url);
    const [first, second, third] = words;
    const is = (method: string, ...path: (string | undefined)[]) =>
      request.method === method && path.length === words.length && path.every((word, at) => word === words[at]);
    if (is('GET', 'services')) return limited('services', undefined) ?? services();
    if (is('GET', 'services', second, 'tools')) return limited('tools', tools_limit) ?? tools(second as string);
    if (is('POST', 'services', second, 'call')) return limited('call', call_limit) ?? call(second as string, request);
    if (is('GET', 'sessions')) return limited('sessions', undefined) ?? listed();
    if (is('DELETE', 'sessions', second)) return limited('end', session_delete_limit) ?? end(second as string);
    const known = first === 'services' ? [undefined, 'tools', 'call'].includes(third) : first === 'sessions';
    return known ? failure('method', 'not with this method') : failure('unknown', 'nothing is here');
  }

  return {
    async send(request: WireRequest): Promise<WireResponse> {
      if (request.method === 'GET' && pathOf(request.url).join('/') === 'health')
        return json(200, { status: 'healthy', timestamp: new Date().toISOString(), version: packageVersion() });
      if (!isLetIn(request.headers.authorization, credentials)) return notLetIn();
      try {
        return await route(request);
      } catch (error) {
        if (!(error instanceof GatewayError)) {
          failed(error);
          return failure('failed', 'the gateway failed; its log says more');
        }
        const headers: Record<string, string> = error.code === 'busy' ? { 'retry-after': '2' } : {};
        return failure(error.code, redact(error.message), headers);
      }
    },
  };
}

function callIn(body: WireRequest['body'] = '') {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(body).toString());
  } catch {
    throw new GatewayError('invalid', 'the body is not JSON');
  }
  const { data, error } = CallBody.safeParse(content);
  if (data) return data;
  throw new GatewayError('invalid', problemsOf(error));
}

function pathOf(url: string): string[] {
  const words = new URL(url).pathname.split('/').slice(1);
  try {
    return words.map(decodeURIComponent);
  } catch {
    return ['']; // matches no route
  }
}

const notLetIn = () =>
  failure('unauthorized', 'the gateway wants its token, or a user name and a password', {
    'www-authenticate': 'Basic realm="mcp-gateway"',
  });

/** Returns the response to a request that the listener rejects before it reaches the endpoint. */
export const refusal = (status: number, says: string): WireResponse => ({
  ...failure(codeOfStatus(status), says),
  status,
});

function failure(code: FailureCode, error: string, headers: Readonly<Record<string, string>> = {}): WireResponse {
  return json(new GatewayError(code, error).status, { error, code }, headers);
}

function json(status: number, content: unknown, headers: Readonly<Record<string, string>> = {}): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(content)),
  };
}
