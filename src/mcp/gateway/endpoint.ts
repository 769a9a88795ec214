import { z } from 'zod';
import type { Served, WireRequest, WireResponse } from '../../http/index.js';
import { packageVersion } from '../../util/index.js';
import { type Credentials, isAuthorized } from '../credentials.js';
import type { GatewayConfig } from './config.js';
import { GatewayError } from './gateway-error.js';
import { problemsOf } from './problems.js';
import { RateLimits } from './rate-limits.js';
import { failure, json, resultAsText, unauthorized } from './responses.js';
import type { Sessions } from './sessions.js';
import type { ToolLists } from './tool-lists.js';

interface EndpointOptions {
  readonly config: GatewayConfig;
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly toolLists: ToolLists;
  redact(text: string): string;
  failed(error: unknown): void;
}

const MAX_METADATA = 4096;
const SESSION_ID = /^[A-Za-z0-9_.-]{1,128}$/;

const CallBody = z.object({
  tool: z.string().regex(/^[^\p{Cc}\p{Cf}]{1,128}$/u, 'it must have 1 to 128 visible characters'),
  arguments: z.record(z.string(), z.unknown()).default({}),
  session_id: z.string().regex(SESSION_ID, 'it must have 1 to 128 letters, digits, _, . and -'),
  timeout: z.number().positive().max(3600).optional(),
  metadata: z
    .record(z.string(), z.unknown())
    .refine((data) => JSON.stringify(data).length <= MAX_METADATA, `at most ${MAX_METADATA} characters as JSON`)
    .default({}),
});

export class GatewayEndpoint implements Served {
  readonly #options: EndpointOptions;
  readonly #rates = new RateLimits();

  constructor(options: EndpointOptions) {
    this.#options = options;
  }

  async send(request: WireRequest): Promise<WireResponse> {
    const { credentials, redact, failed } = this.#options;
    const path = pathOf(request.url);
    if (request.method === 'GET' && path.join('/') === 'health')
      return json(200, { status: 'healthy', timestamp: new Date().toISOString(), version: packageVersion() });
    if (!isAuthorized(request.headers.authorization, credentials)) return unauthorized();
    try {
      return await this.#route(request, path);
    } catch (error) {
      if (!(error instanceof GatewayError)) {
        failed(error);
        return failure('failed', 'the gateway failed; see its log');
      }
      const headers: Record<string, string> = error.code === 'busy' ? { 'retry-after': '2' } : {};
      return failure(error.code, redact(error.message), headers);
    }
  }

  async #route(request: WireRequest, path: readonly string[]): Promise<WireResponse> {
    const { tools_limit, call_limit, session_delete_limit } = this.#options.config.rate_limiting;
    const [first, second = '', third] = path;
    const is = (method: string, ...expected: (string | undefined)[]) =>
      request.method === method &&
      expected.length === path.length &&
      expected.every((word, index) => word === path[index]);
    if (is('GET', 'services')) return this.#limited('services') ?? this.#services();
    if (is('GET', 'services', second, 'tools')) return this.#limited('tools', tools_limit) ?? this.#tools(second);
    if (is('POST', 'services', second, 'call')) return this.#limited('call', call_limit) ?? this.#call(second, request);
    if (is('GET', 'sessions')) return this.#limited('sessions') ?? this.#sessions();
    if (is('DELETE', 'sessions', second)) return this.#limited('end', session_delete_limit) ?? this.#end(second);
    const isKnown = first === 'services' ? [undefined, 'tools', 'call'].includes(third) : first === 'sessions';
    return isKnown ? failure('method', 'this path has no such method') : failure('unknown', 'unknown path');
  }

  #limited(kind: string, limit?: string): WireResponse | undefined {
    const limits = limit === undefined ? this.#options.config.rate_limiting.default_limits : [limit];
    const wait = this.#rates.take(kind, limits);
    return wait === undefined ? undefined : failure('rate', 'too many requests', { 'retry-after': String(wait) });
  }

  #services(): WireResponse {
    const shown = Object.entries(this.#options.config.services).map(([name, { description, enabled, url }]) => [
      name,
      { description, enabled, transport: url === undefined ? 'stdio' : 'http' },
    ]);
    return json(200, Object.fromEntries(shown));
  }

  async #tools(service: string): Promise<WireResponse> {
    this.#assertEnabled(service);
    return json(200, { service, tools: await this.#options.toolLists.of(service) });
  }

  async #call(service: string, { body, signal }: WireRequest): Promise<WireResponse> {
    this.#assertEnabled(service);
    const { config, sessions } = this.#options;
    const { tool, arguments: args, session_id, timeout = config.session.default_timeout, metadata } = parseCall(body);
    const result = await sessions.call(session_id, { service, tool, args, timeout, metadata, signal });
    return json(200, {
      session_id,
      service,
      tool,
      result: resultAsText(result),
      is_error: result.isError === true,
      content: result.content,
      ...(result.structuredContent !== undefined && { structured_content: result.structuredContent }),
    });
  }

  #sessions(): WireResponse {
    // The fields of the first service are repeated next to the id, for clients that expect one service per session.
    const sessions = Object.entries(this.#options.sessions.list());
    const shown = sessions.map(([id, services]) => [id, { ...Object.values(services)[0], services }]);
    return json(200, Object.fromEntries(shown));
  }

  async #end(id: string): Promise<WireResponse> {
    if (!SESSION_ID.test(id)) throw new GatewayError('invalid', 'invalid session id');
    if (!(await this.#options.sessions.end(id))) throw new GatewayError('unknown', `session ${id} does not exist`);
    return json(200, { message: `session ${id} ended` });
  }

  #assertEnabled(service: string): void {
    const { services } = this.#options.config;
    const found = Object.hasOwn(services, service) ? services[service] : undefined;
    if (!found) throw new GatewayError('unknown', `service ${service} does not exist`);
    if (!found.enabled) throw new GatewayError('invalid', `service ${service} is disabled`);
  }
}

function parseCall(body: WireRequest['body'] = '') {
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
