import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { mayBeLoopback } from '../../http/index.js';
import type {
  Agent,
  AgentTool,
  FunctionResult,
  HttpExchange,
  Progress,
  PromptSection,
  RawData,
} from '../../skills/index.js';
import { nearest, packageVersion } from '../../util/index.js';
import { NO_VALIDATION } from '../no-validation.js';
import { CallState } from './call-state.js';

/** The timeout of hangup tools. A client that closes its server kills it about this much later. */
const HANGUP_MS = 1500;

const MAX_INSTRUCTIONS_LENGTH = 16_000;

type OnExchange = (exchange: HttpExchange) => void;

interface ProgressChannel {
  readonly progressToken: string | number | undefined;
  notify(params: { progressToken: string | number; progress: number; total?: number; message: string }): Promise<void>;
}

/** Creates MCP servers for an agent, one per session, because each session has its own data. */
export class ToolServers {
  readonly #agent: Agent;
  readonly #isLive: boolean;
  /** Assigns HTTP exchanges to calls, because several calls can run at once. */
  readonly #running = new AsyncLocalStorage<OnExchange>();
  readonly #hangups = new Set<Promise<unknown>>();

  constructor(agent: Agent, { isLive }: { isLive: boolean }) {
    this.#agent = agent;
    this.#isLive = isLive;
    agent.on('http', (exchange) => this.#running.getStore()?.(exchange));
  }

  /** Creates the server for one session. The caller connects it to a transport. */
  make(): Server {
    const agent = this.#agent;
    const state = new CallState(randomUUID(), agent.global_data);
    const instructions = instructionsFrom(agent.prompt_sections, this.#isLive);
    const capabilities = { tools: { listChanged: true } };
    const options = { capabilities, jsonSchemaValidator: NO_VALIDATION, ...(instructions && { instructions }) };
    const server = new Server({ name: 'patchbay', version: packageVersion() }, options);
    const enabled = () => agent.tools.filter((tool) => !isForHangup(tool) && state.isOn(tool));
    const listed = ({ name, description, parameters }: AgentTool) => {
      return { name, description, inputSchema: parameters as { type: 'object' } };
    };
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: enabled().map(listed) }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification, _meta }) => {
      const { name, arguments: args = {} } = params;
      const names = enabled().map((tool) => tool.name);
      if (!names.includes(name)) throw new McpError(ErrorCode.InvalidParams, unknownTool(name, names));
      const notify: ProgressChannel['notify'] = (step) =>
        sendNotification({ method: 'notifications/progress', params: step }).catch(() => {}); // the client is gone
      const progress = progressOf({ progressToken: _meta?.progressToken, notify });
      return this.#call({ name, args, state, signal, progress, changed: () => server.sendToolListChanged() });
    });
    let isOver = false;
    server.onclose = () => {
      if (isOver) return;
      isOver = true;
      for (const { name } of agent.tools.filter(isForHangup)) this.#hangUp(name, state.raw_data);
    };
    return server;
  }

  /** Resolves when the hangup tools of closed sessions have finished. */
  async ended(): Promise<void> {
    await Promise.all(this.#hangups);
  }

  #hangUp(tool: string, raw_data: RawData): void {
    const hangup = this.#agent
      .call_tool(tool, {}, raw_data, { timeout_ms: HANGUP_MS })
      .catch(() => {}) // the agent logs the error, and the session is over in any case
      .finally(() => this.#hangups.delete(hangup));
    this.#hangups.add(hangup);
  }

  async #call({ name, args, state, signal, progress, changed }: Call): Promise<CallToolResult> {
    let isRecorded = false;
    const onExchange: OnExchange = (exchange) => {
      isRecorded ||= !this.#isLive && exchange.status !== undefined && !isLocal(exchange.url);
      progress.exchanged(exchange);
    };
    try {
      const result = await this.#running.run(onExchange, () =>
        this.#agent.call_tool(name, args, state.raw_data, { signal, progress: progress.reported }),
      );
      const { left, toolsChanged } = state.apply(result);
      if (toolsChanged) await changed();
      const content = contentOf(result, left, isRecorded);
      return { content, ...(result.failed && { isError: true }) };
    } catch (error) {
      // The model can correct its arguments, and the user can read why a tool failed. Secrets are masked.
      const text = error instanceof Error ? error.message : String(error);
      return { content: [textPart(text)], isError: true };
    }
  }
}

interface Call {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly state: CallState;
  readonly signal: AbortSignal;
  readonly progress: ReturnType<typeof progressOf>;
  changed(): Promise<void>;
}

/** Sends the progress that a tool reports. If it reports nothing, each of its HTTP requests counts as a step. */
function progressOf({ progressToken, notify }: ProgressChannel) {
  let last = 0;
  let isReporting = false;
  const send = ({ message, done = last + 1, total }: Progress) => {
    // The protocol requires the progress to increase.
    if (progressToken === undefined || done <= last) return;
    last = done;
    void notify({ progressToken, progress: done, ...(total !== undefined && { total }), message });
  };
  return {
    reported(step: Progress) {
      isReporting = true;
      send(step);
    },
    exchanged({ method, url, status, error }: HttpExchange) {
      if (!isReporting) send({ message: `${method} ${url} → ${status ?? error}` });
    },
  };
}

const textPart = (text: string) => ({ type: 'text' as const, text });

/** Returns the response, actions that only the platform can perform, and whether the response is recorded. */
function contentOf({ response }: FunctionResult, actions: readonly object[], isRecorded: boolean) {
  const parts = typeof response === 'string' ? [response] : [response.tool_result, response.tool_prompt];
  const texts = [parts.filter(Boolean).join('\n\n')];
  if (actions.length > 0) texts.push(`The platform would also perform these actions: ${JSON.stringify(actions)}`);
  if (isRecorded)
    texts.push('This response comes from a recording. Start patchbay with --live to use the service itself.');
  return texts.map(textPart);
}

const isForHangup = ({ fields }: AgentTool) => fields.is_hangup_hook === true;

const isLocal = (url: string) => URL.canParse(url) && mayBeLoopback(new URL(url).hostname);

function unknownTool(name: string, names: readonly string[]): string {
  const suggestion = nearest(name, names);
  return `unknown tool ${JSON.stringify(name)}${suggestion ? `. Did you mean ${suggestion}?` : ''}`;
}

/** Formats the prompt sections of the skills as MCP instructions, which a client may pass to its model. */
function instructionsFrom(sections: readonly PromptSection[], isLive: boolean): string {
  const texts = sections.map(({ title, body, bullets = [] }) =>
    [`## ${title}`, ...(body ? [body] : []), ...bullets.map((bullet) => `- ${bullet}`)].join('\n'),
  );
  const offline = 'Recordings replace the services behind these tools. Their results are examples, not current data.';
  return [...(isLive ? [] : [offline]), ...texts].join('\n\n').slice(0, MAX_INSTRUCTIONS_LENGTH);
}
