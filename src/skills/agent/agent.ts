import { inspect } from 'node:util';
import { guardedTransport, privateUrlsAllowed, type Transport } from '../../http/index.js';
import type { SecretRegistry } from '../../redact/index.js';
import { copyOf } from '../contract/params.js';
import { Placeholders } from '../contract/placeholders.js';
import type { DataMapReach, Environment, LogLevel, PromptSection, SkillAgent } from '../contract/skill-agent.js';
import type { RawData, Tool, ToolArguments, ToolParameters } from '../contract/tool.js';
import { type DataMap, explainDataMap, MissingValues, variablesOf } from '../data-map/index.js';
import type { FunctionResult } from '../function-result/index.js';
import { createRegistry } from '../registry/registry.js';
import type { AgentServer, ServeOptions } from '../serve/index.js';
import type {
  AgentEvents,
  AgentOptions,
  AgentTool,
  DocumentOptions,
  ToolCallOptions,
  ToolExplanation,
} from './agent-options.js';
import { type AgentSettings, changedSettings } from './agent-settings.js';
import { type AgentInterface, Contribution } from './contribution.js';
import { agentDocument, functionDocument } from './document.js';
import { Emitter, type Listener } from './emitter.js';
import { MissReports } from './logged-transport.js';
import { AgentParts } from './parts.js';
import { runTool } from './run-tool.js';
import { SkillSet } from './skill-set.js';
import { checkedArguments, unknownArguments } from './tool-arguments.js';

const NO_PROMPT = 'the agent has no prompt. Add one with prompt_add_section() or configure({ prompt: { text: … } })';

/** Holds skills and what they add: tools, hints, global data and prompt sections. */
export class Agent implements SkillAgent {
  /** What the agent shares with its contributions. */
  readonly #host: AgentInterface & { readonly transport: Transport };
  /** The transport that the agent created and must close. */
  readonly #ownTransport: Transport | undefined;
  readonly #timeoutMs: number;
  readonly #misses = new MissReports((miss) => this.log('warn', miss));
  readonly #own: Contribution;
  readonly #skills: SkillSet;
  readonly #parts: AgentParts;
  readonly #servers = new Set<AgentServer>();
  #settings: AgentSettings = {};
  readonly #loggedWarnings = new Set<string>();
  #lastCall = 0;
  readonly #events = new Emitter<AgentEvents>((event, error) => {
    // A failing listener of the log would be called with its own failure.
    if (event !== 'log')
      this.log('error', `a listener of ${event} failed: ${error instanceof Error ? error.message : error}`);
  });

  /** Creates an agent without skills. */
  constructor(options: AgentOptions = {}) {
    const { registry = createRegistry(), env = process.env, now = () => new Date(), replaced } = options;
    const { command_refusal, secrets, placeholders: isEnabled = () => false } = options;
    this.#ownTransport = options.transport ? undefined : guardedTransport({ allowPrivate: privateUrlsAllowed(env) });
    this.#host = {
      env,
      transport: options.transport ?? (this.#ownTransport as Transport),
      command_refusal,
      secrets,
      now,
      log: (level, message) => this.log(level, message),
      definedBy: (tool, leaving) => this.#parts.definedBy(tool, leaving),
      exchanged: (exchange) => {
        this.#misses.add(exchange);
        this.#events.emit('http', exchange);
      },
    };
    this.#timeoutMs = time('timeout_ms', options.timeout_ms ?? 50_000);
    this.#own = new Contribution(
      this.#host,
      replaced && ((tool) => replaced(`tool ${tool} was defined again. The new definition replaces the earlier one`)),
    );
    const placeholders = new Placeholders({ isEnabled, env, notify: (message) => this.log('info', message) });
    this.#skills = new SkillSet(registry, {
      contribution: () => new Contribution(this.#host),
      complete: (skill_class, params) => placeholders.fill(skill_class, params),
      replaced: replaced && ((key) => replaced(`${key} was loaded again. The new instance replaces the earlier one`)),
      timeoutMs: this.#timeoutMs,
    });
    this.#parts = new AgentParts(this.#own, this.#skills);
  }

  /** Loads a skill completely or not at all, and returns the key of the instance. */
  async add_skill(name: string, params: Readonly<Record<string, unknown>> = {}): Promise<string> {
    try {
      const key = await this.#skills.add(name, params);
      this.#misses.report();
      return key;
    } catch (error) {
      this.#misses.report(undefined, error);
      throw error;
    }
  }

  /** Removes a skill and everything it added, by key or by name. Returns false if it is not loaded. */
  async remove_skill(name: string): Promise<boolean> {
    return this.#skills.remove(name);
  }

  /** Returns whether a skill is loaded, by key or by name. */
  has_skill(name: string): boolean {
    return this.#skills.find(name).length > 0;
  }

  /** The keys of the loaded instances, oldest first. */
  list_skills(): string[] {
    return this.#skills.all().map(({ key }) => key);
  }

  /** Removes every skill and runs each cleanup once, even if another one fails. */
  async close(): Promise<void> {
    try {
      await this.#skills.close();
    } finally {
      await Promise.all([...this.#servers].map((server) => server.close()));
      this.#servers.clear();
      await this.#ownTransport?.close?.();
    }
  }

  /** Calls a tool as the platform would. Wrong arguments throw a `TypeError` before anything runs. */
  async call_tool(
    name: string,
    args: ToolArguments = {},
    raw_data: RawData = {},
    { signal, timeout_ms = this.#timeoutMs, progress }: ToolCallOptions = {},
  ): Promise<FunctionResult> {
    const { tool, owner, contribution } = this.#parts.find(name);
    const unknown = unknownArguments(tool, args);
    if (unknown !== undefined) this.log('warn', unknown);
    return runTool(tool, args, raw_data, {
      id: ++this.#lastCall,
      skill: owner?.key,
      signals: [signal, owner?.removed.signal],
      timeoutMs: time('timeout_ms', timeout_ms),
      progress,
      redact: (value) => contribution.redact(value),
      done: (call) => {
        this.#misses.report(call.id, call.error);
        this.#events.emit('call', call);
      },
    });
  }

  /** Returns what a call would do, with templates filled in and hidden values masked. Runs and sends nothing. */
  explain(name: string, args: ToolArguments = {}, raw_data: RawData = {}): ToolExplanation {
    const { tool, owner, contribution } = this.#parts.find(name);
    const checked = checkedArguments(tool, args);
    return contribution.redact({
      tool: name,
      ...(owner && { skill: owner.key }),
      args: checked,
      runs: tool.data_map ? ('data_map' as const) : ('handler' as const),
      ...(tool.data_map &&
        explainDataMap(
          tool.data_map,
          variablesOf(checked, raw_data, () => this.now()),
          new MissingValues(tool.parameters),
        )),
    });
  }

  /** Returns the document that makes the platform run this agent. Hidden values are masked by default. Logs each of `warnings` once. */
  document({ web_hook_url, with_secrets = false }: DocumentOptions = {}): Record<string, unknown> {
    const functions = this.#parts.all().flatMap(({ contribution }) =>
      [...contribution.tools.values()].map(({ handler: _, ...tool }) => {
        const document = functionDocument(tool, web_hook_url?.(tool.name));
        return with_secrets ? document : contribution.redact(document);
      }),
    );
    for (const warning of this.warnings) {
      if (!this.#loggedWarnings.has(warning)) this.log('warn', warning);
      this.#loggedWarnings.add(warning);
    }
    return copyOf(agentDocument({ functions, settings: this.#settings, ...this.#parts.additions(with_secrets) }));
  }

  /** Serves the tools on loopback, with the platform's protocol, until the server or the agent is closed. */
  async serve(port = 0, options: ServeOptions = {}): Promise<AgentServer> {
    const { serveAgent } = await import('../serve/index.js');
    const server = await serveAgent(this, port, options);
    this.#servers.add(server);
    return server;
  }

  /** Adds a listener and returns a function that removes it. */
  on<K extends keyof AgentEvents>(event: K, listener: Listener<AgentEvents[K]>): () => void {
    return this.#events.on(event, listener);
  }

  /** Returns copies of the tools without their handlers. This and the getters below mask hidden values. */
  get tools(): AgentTool[] {
    return this.#parts.tools();
  }

  /** The words that speech recognition should expect. */
  get hints(): string[] {
    return this.#parts.additions().hints;
  }

  /** The data that every tool and prompt can read. */
  get global_data(): Record<string, unknown> {
    return this.#parts.additions().global_data;
  }

  /** The sections of the prompt, those of skills included. */
  get prompt_sections(): PromptSection[] {
    return this.#parts.additions().prompt_sections;
  }

  /** The fields that `configure` set. */
  get settings(): AgentSettings {
    return copyOf(this.#settings);
  }

  /** What is wrong with the document of the agent: it has no prompt, or a template refers to something unknown. */
  get warnings(): string[] {
    const { text = '', pom = [] } = this.#settings.prompt ?? {};
    const hasPrompt = text !== '' || pom.length > 0 || this.prompt_sections.length > 0;
    return [...(hasPrompt ? [] : [NO_PROMPT]), ...this.#parts.unresolvedTemplates()];
  }

  /** Sets fields of the verb `ai`: the prompt, its contexts, languages, parameters … A second call keeps other fields. */
  configure(settings: AgentSettings): void {
    this.#settings = changedSettings(this.#settings, settings);
  }

  /** Defines a tool of the agent itself. Its handler gets arguments of the types that `parameters` declares. */
  define_tool<
    const Parameters extends ToolParameters = ToolParameters,
    Required extends keyof Parameters & string = never,
  >(tool: Tool<Parameters, Required>): void {
    this.#own.define_tool(tool);
  }

  /** Defines a tool that the platform runs. `fields` are added to its document, and `reach` is for calls from here. */
  define_data_map(map: DataMap, fields?: Readonly<Record<string, unknown>>, reach?: DataMapReach): void {
    this.#own.define_data_map(map, fields, reach);
  }

  /** Adds words that speech recognition should expect. */
  add_hints(hints: readonly string[]): void {
    this.#own.add_hints(hints);
  }

  /** Merges data into the global data. */
  update_global_data(data: Readonly<Record<string, unknown>>): void {
    this.#own.update_global_data(data);
  }

  /** Adds a section to the prompt. */
  prompt_add_section(section: PromptSection): void {
    this.#own.prompt_add_section(section);
  }

  /** Sends a message to the listeners of `log`. */
  log(level: LogLevel, message: string): void {
    this.#events.emit('log', { level, message });
  }

  /** Returns the time of the skills, which a test can set. */
  now(): Date {
    return this.#host.now();
  }

  // Getters, so that printing an agent does not print the environment.

  /** The environment variables of the skills. */
  get env(): Environment {
    return this.#host.env;
  }

  /** The way of the skills to services. */
  get transport(): Transport {
    return this.#host.transport;
  }

  /** The registry that receives the hidden values of skills. */
  get secrets(): SecretRegistry | undefined {
    return this.#host.secrets;
  }

  /** @internal */
  [inspect.custom](): object {
    const { warnings } = this;
    return {
      skills: this.list_skills(),
      tools: this.tools.map(({ name }) => name),
      ...(warnings.length > 0 && { warnings }),
    };
  }
}

function time(name: string, ms: number): number {
  if (typeof ms === 'number' && ms > 0) return ms;
  throw new TypeError(`${name} must be a number of milliseconds above 0`);
}
