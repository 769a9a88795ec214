import { randomUUID } from 'node:crypto';
import {
  apology,
  type ParameterSchema,
  type PromptSection,
  plainLine,
  plainText,
  type RawData,
  ServiceFailure,
  SkillBase,
  type ToolArguments,
  tellFailure,
} from '../index.js';
import { gatewayAddress } from './mcp_gateway/gateway-address.js';
import { GatewayClient, type OfferedTool } from './mcp_gateway/gateway-client.js';
import { inputSchemaOf } from './mcp_gateway/input-schema.js';
import { MCP_GATEWAY_PARAMETERS } from './mcp_gateway/parameters.js';
import { sessionIdOf } from './mcp_gateway/session-id.js';
import { toolNames } from './mcp_gateway/tool-names.js';

interface ServiceTool extends OfferedTool {
  readonly service: string;
}

const HANGUP = '_mcp_gateway_hangup';
const LONGEST_DESCRIPTION = 1024;
/** Longest tool result that is passed to the model. */
const LONGEST_ANSWER = 32_000;
/** Number of sessions that `cleanup()` ends. The gateway ends older sessions when they time out. */
const MOST_SESSIONS = 200;
const FAREWELL_MS = 2000;

/** Defines a tool for each tool of the MCP servers behind a gateway. */
export class McpGateway extends SkillBase {
  static override SKILL_NAME = 'mcp_gateway';
  static override SKILL_DESCRIPTION = 'Bridges MCP servers to tools through a gateway, one tool for each of theirs.';
  static override REQUIRED_PACKAGES = ['requests'];
  static override PARAMETERS: ParameterSchema = MCP_GATEWAY_PARAMETERS;

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
      ...this.#addressProblems(),
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
      this.logger.error(`the gateway at ${this.#address} does not answer: ${reason(error)}`);
      return false;
    }
  }

  async register_tools(): Promise<void> {
    const wanted = await this.#wanted();
    const found = await Promise.all(wanted.map((service) => this.#toolsOf(service)));
    this.#services = wanted.filter((_, at) => found[at] !== undefined).map(({ name }) => name);
    const tools = found.flatMap((some) => some ?? []);
    for (const [tool, name] of toolNames(String(this.params.tool_prefix), tools)) this.#define(tool, name);
    this.define_tool({
      name: HANGUP,
      description: 'Ends what runs for this call at the gateway. The platform calls it when the call ends; do not.',
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
    return [
      {
        title: 'MCP services',
        body: `Tools of these services are yours to call: ${this.#services.join(', ')}.`,
        bullets: [
          `Their names begin with ${this.params.tool_prefix} and the name of the service.`,
          'They remember what was done before in this call, and nothing of other calls.',
          'Ask for what a tool needs before you call it, and tell what it answered in your own words.',
          'When a tool says that it failed, say so; try again only with other arguments.',
        ],
      },
    ];
  }

  /** Ends the open sessions, because no later request uses them. */
  override async cleanup(): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    if (open.length === 0) return;
    const late = AbortSignal.timeout(FAREWELL_MS);
    const ended = await Promise.allSettled(open.map((id) => this.#client.end(id, late)));
    const failed = ended.filter(({ status }) => status === 'rejected').length;
    if (failed > 0) this.logger.info(`${failed} sessions are left to end by themselves`);
  }

  async #wanted(): Promise<{ name: string; tools: unknown }[]> {
    const given = this.params.services as { name: string; tools?: unknown }[];
    if (given.length > 0) return given.map(({ name, tools }) => ({ name, tools: tools ?? '*' }));
    try {
      return (await this.#client.services()).map((name) => ({ name, tools: '*' }));
    } catch (error) {
      this.#assertLetIn(error);
      this.logger.error(`the gateway does not tell its services: ${reason(error)}`);
      return [];
    }
  }

  /** Returns the tools to offer, or undefined if the service does not answer. The other services still load. */
  async #toolsOf({ name: service, tools }: { name: string; tools: unknown }): Promise<ServiceTool[] | undefined> {
    try {
      const offered = await this.#client.tools(service);
      const chosen = Array.isArray(tools) ? offered.filter(({ name }) => tools.includes(name)) : offered;
      const missing = Array.isArray(tools) ? tools.filter((tool) => !offered.some(({ name }) => name === tool)) : [];
      if (missing.length > 0) this.logger.warn(`${service} has no tool ${missing.join(', ')}`);
      return chosen.map((tool) => ({ ...tool, service }));
    } catch (error) {
      this.#assertLetIn(error);
      this.logger.error(`${service} is left out: ${reason(error)}`);
      return undefined;
    }
  }

  #define({ service, name: tool, description, inputSchema }: ServiceTool, name: string): void {
    const parameters = inputSchemaOf(inputSchema);
    if (!parameters) {
      this.logger.warn(`${service}.${tool} is left out: its schema is too large`);
      return;
    }
    this.define_tool({
      name,
      description: `[${service}] ${plainText(description || tool, LONGEST_DESCRIPTION)}`,
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
    const timeout = Number(this.params.session_timeout);
    try {
      const body = { tool, arguments: args, session_id, timeout, metadata };
      const { text, isError } = await this.#client.call(service, body, signal);
      const told = plainText(text, LONGEST_ANSWER);
      if (isError) {
        tellFailure();
        return `${service}.${tool} failed: ${told || 'it did not say why'}`;
      }
      return told || `${service}.${tool} is done; it answered nothing.`;
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      this.logger.warn(error.message);
      return apology(`${service}.${tool}`, error);
    }
  }

  async #hangUp(raw_data: RawData, signal: AbortSignal): Promise<string> {
    const id = this.#session(raw_data);
    try {
      await this.#client.end(id, signal);
      this.#open.delete(id);
      return 'The sessions of this call have ended.';
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      this.logger.warn(error.message);
      return apology('The gateway', error);
    }
  }

  #session(raw_data: RawData): string {
    const id = sessionIdOf(raw_data) ?? this.#own;
    this.#open.delete(id);
    this.#open.add(id);
    const [oldest] = this.#open;
    if (this.#open.size > MOST_SESSIONS && oldest !== undefined) this.#open.delete(oldest);
    return id;
  }

  /** Throws on an authentication failure, because no tool works with wrong credentials. */
  #assertLetIn(error: unknown): void {
    if (!(error instanceof ServiceFailure)) throw error;
    if (error.kind === 'auth')
      throw new Error(`the gateway does not let this agent in; check its token (${error.message})`);
  }

  get #client(): GatewayClient {
    const { verify_ssl, retry_attempts, request_timeout } = this.params;
    return new GatewayClient(this.send_request.bind(this), {
      address: this.#address,
      authorization: this.#authorization,
      verifyTls: verify_ssl !== false,
      attempts: Number(retry_attempts),
      timeoutMs: Number(request_timeout) * 1000,
    });
  }

  get #address(): string {
    return gatewayAddress(String(this.params.gateway_url));
  }

  get #authorization(): string {
    const { auth_token, auth_user, auth_password } = this.params;
    if (auth_token !== undefined) return `Bearer ${auth_token}`;
    const basic = Buffer.from(`${auth_user}:${auth_password}`).toString('base64');
    this.hide(basic);
    return `Basic ${basic}`;
  }

  #addressProblems(): string[] {
    try {
      gatewayAddress(String(this.params.gateway_url));
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  }
}

const reason = (error: unknown) => plainLine(error instanceof Error ? error.message : String(error), 300);

/** @alias */
export default McpGateway;
