import { randomUUID } from 'node:crypto';
import {
  answerOrApology,
  markFailed,
  type ParamsOf,
  type PromptSection,
  plainLine,
  plainText,
  problemsOf,
  promptSection,
  type RawData,
  ServiceFailure,
  SkillBase,
  type ToolArguments,
} from '../index.js';
import { GatewayClient, gatewayAddress, type OfferedTool, sessionIdOf } from './mcp_gateway/gateway-client.js';
import { inputSchemaOf } from './mcp_gateway/input-schema.js';
import { MCP_GATEWAY_PARAMETERS } from './mcp_gateway/parameters.js';
import { toolNames } from './mcp_gateway/tool-names.js';

type Service = ParamsOf<typeof MCP_GATEWAY_PARAMETERS>['services'][number];

interface ServiceTool extends OfferedTool {
  readonly service: string;
}

const HANGUP = '_mcp_gateway_hangup';
const MAX_DESCRIPTION_LENGTH = 1024;
const MAX_ANSWER_LENGTH = 32_000;
/** Number of sessions that `cleanup()` ends. The gateway ends older sessions when they time out. */
const MAX_SESSIONS = 200;
const CLEANUP_MS = 2000;

/** Defines a tool for each tool of the MCP servers behind a gateway. */
export class McpGateway extends SkillBase<typeof MCP_GATEWAY_PARAMETERS> {
  static override SKILL_NAME = 'mcp_gateway';
  static override SKILL_DESCRIPTION = 'Bridges MCP servers to tools through a gateway.';
  static override REQUIRED_PACKAGES = ['requests'];
  static override PARAMETERS = MCP_GATEWAY_PARAMETERS;

  static override EXAMPLE = {
    tool: 'mcp_todo_add_todo',
    args: { text: 'milk' },
    params: { gateway_url: 'https://mcp.example.com' },
  };

  /** Session id for requests without a call. It is random, so no other client uses it. */
  readonly #own = randomUUID();
  readonly #open = new Set<string>();
  #services: string[] = [];

  override check_params(): string[] {
    const { auth_token, auth_user, auth_password } = this.params;
    return [
      ...problemsOf(() => gatewayAddress(this.params.gateway_url)),
      ...(auth_token === undefined && auth_user !== undefined && auth_password === undefined
        ? ['auth_password is required with auth_user (or set MCP_GATEWAY_AUTH_PASSWORD)']
        : []),
    ];
  }

  async setup(): Promise<boolean> {
    if (!this.validate_packages()) return false;
    this.hide(this.#own);
    try {
      await this.#client.health();
      return true;
    } catch (error) {
      this.logger.error(`the gateway at ${this.#address} does not respond: ${messageOf(error)}`);
      return false;
    }
  }

  async register_tools(): Promise<void> {
    const services = await this.#configuredServices();
    const found = await Promise.all(services.map((service) => this.#toolsOf(service)));
    this.#services = services.filter((_, index) => found[index] !== undefined).map(({ name }) => name);
    const tools = found.flatMap((some) => some ?? []);
    for (const [tool, name] of toolNames(this.params.tool_prefix, tools)) this.#define(tool, name);
    this.define_tool({
      name: HANGUP,
      description: 'Ends the sessions of this call at the gateway. Only the platform calls it, when the call ends.',
      is_hangup_hook: true,
      handler: (_args, raw_data, { signal }) => this.#hangUp(raw_data, signal),
    });
  }

  override get_hints(): string[] {
    return ['MCP', 'gateway', ...this.#services];
  }

  override get_global_data(): Record<string, unknown> {
    return { mcp_gateway_url: this.#address, mcp_session_id: null, mcp_services: [...this.#services] };
  }

  override get_prompt_sections(): PromptSection[] {
    if (this.#services.length === 0) return [];
    return promptSection('MCP services', `You can call the tools of these services: ${this.#services.join(', ')}.`, [
      `Their names start with ${this.params.tool_prefix} and the name of the service.`,
      'They keep their state during this call. They know nothing of other calls.',
      'Ask for the arguments of a tool before you call it, and report its result in your own words.',
      'If a tool reports a failure, tell the user. Try again only with other arguments.',
    ]);
  }

  /** Ends the open sessions, because no later request uses them. */
  override async cleanup(): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    if (open.length === 0) return;
    const late = AbortSignal.timeout(CLEANUP_MS);
    const ended = await Promise.allSettled(open.map((id) => this.#client.end(id, late)));
    const failed = ended.filter(({ status }) => status === 'rejected').length;
    if (failed > 0) this.logger.info(`${failed} sessions could not be ended. The gateway ends them when they time out`);
  }

  async #configuredServices(): Promise<readonly Service[]> {
    const { services } = this.params;
    if (services.length > 0) return services;
    try {
      return (await this.#client.services()).map((name) => ({ name, tools: '*' as const }));
    } catch (error) {
      this.#assertAuthorized(error);
      this.logger.error(`the gateway does not list its services: ${messageOf(error)}`);
      return [];
    }
  }

  /** Returns the tools to offer, or undefined if the service does not answer. The other services still load. */
  async #toolsOf({ name: service, tools }: Service): Promise<ServiceTool[] | undefined> {
    try {
      const offered = await this.#client.tools(service);
      const chosen = tools === '*' ? offered : offered.filter(({ name }) => tools.includes(name));
      const missing = tools === '*' ? [] : tools.filter((tool) => !offered.some(({ name }) => name === tool));
      if (missing.length > 0) this.logger.warn(`${service} has no tool ${missing.join(', ')}`);
      return chosen.map((tool) => ({ ...tool, service }));
    } catch (error) {
      this.#assertAuthorized(error);
      this.logger.error(`the service ${service} is skipped: ${messageOf(error)}`);
      return undefined;
    }
  }

  #define({ service, name: tool, description, inputSchema }: ServiceTool, name: string): void {
    const parameters = inputSchemaOf(inputSchema);
    if (!parameters) {
      this.logger.warn(`the tool ${service}.${tool} is skipped because its schema is too large`);
      return;
    }
    this.define_tool({
      name,
      description: `[${service}] ${plainText(description || tool, MAX_DESCRIPTION_LENGTH)}`,
      parameters,
      handler: (args, raw_data, { signal }) => this.#call({ service, tool }, args, raw_data, signal),
    });
  }

  async #call(
    { service, tool }: { service: string; tool: string },
    args: ToolArguments,
    raw_data: RawData,
    signal: AbortSignal,
  ): Promise<string> {
    const session_id = this.#session(raw_data);
    const { call_id = null, timestamp = null, app_name = 'patchbay' } = raw_data;
    const metadata = { agent_id: app_name, timestamp, call_id };
    const { session_timeout: timeout } = this.params;
    return answerOrApology(`${service}.${tool}`, this.logger.warn, async () => {
      const body = { tool, arguments: args, session_id, timeout, metadata };
      const { text, isError } = await this.#client.call(service, body, signal);
      const result = plainText(text, MAX_ANSWER_LENGTH);
      if (!isError) return result || `${service}.${tool} succeeded and returned nothing.`;
      markFailed();
      return `${service}.${tool} failed: ${result || 'it returned no reason'}`;
    });
  }

  async #hangUp(raw_data: RawData, signal: AbortSignal): Promise<string> {
    const id = this.#session(raw_data);
    return answerOrApology('The gateway', this.logger.warn, async () => {
      await this.#client.end(id, signal);
      this.#open.delete(id);
      return 'The sessions of this call have ended.';
    });
  }

  #session(raw_data: RawData): string {
    const id = sessionIdOf(raw_data) ?? this.#own;
    this.#open.delete(id);
    this.#open.add(id);
    const [oldest] = this.#open;
    if (this.#open.size > MAX_SESSIONS && oldest !== undefined) this.#open.delete(oldest);
    return id;
  }

  /** Throws on an authentication failure, because no tool works with wrong credentials. */
  #assertAuthorized(error: unknown): void {
    if (!(error instanceof ServiceFailure)) throw error;
    if (error.kind === 'auth')
      throw new Error(
        `the gateway rejected the credentials: check auth_token, or auth_user and auth_password (${error.message})`,
      );
  }

  get #client(): GatewayClient {
    const { verify_ssl, retry_attempts, request_timeout } = this.params;
    return new GatewayClient(this.send_request.bind(this), {
      address: this.#address,
      authorization: this.#authorization,
      verifyTls: verify_ssl,
      attempts: retry_attempts,
      timeoutMs: request_timeout * 1000,
    });
  }

  get #address(): string {
    return gatewayAddress(this.params.gateway_url);
  }

  get #authorization(): string {
    const { auth_token, auth_user, auth_password } = this.params;
    if (auth_token !== undefined) return `Bearer ${auth_token}`;
    const basic = Buffer.from(`${auth_user}:${auth_password}`).toString('base64');
    this.hide(basic);
    return `Basic ${basic}`;
  }
}

const messageOf = (error: unknown) => plainLine(error instanceof Error ? error.message : String(error), 300);

/** @alias */
export default McpGateway;
