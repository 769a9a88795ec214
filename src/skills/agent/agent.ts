import { inspect } from 'node:util';
import { guardedTransport, privateUrlsAllowed, type Transport } from '../../http/index.js';
import type { SecretRegistry } from '../../redact/index.js';
import { nearest } from '../../util/index.js';
import { copyOf } from '../contract/params.js';
import { Placeholders } from '../contract/placeholders.js';
import type {
  CommandRefusal,
  DataMapReach,
  Environment,
  LogLevel,
  PromptSection,
  SkillAgent,
} from '../contract/skill-agent.js';
import type { DefinedTool, Progress, RawData, Tool, ToolArguments } from '../contract/tool.js';
import { type DataMap, type Explanation, explainDataMap, variablesOf } from '../data-map/index.js';
import type { FunctionResult } from '../function-result/index.js';
import { createRegistry, type SkillRegistry } from '../registry/registry.js';
import type { AgentServer, ServeOptions } from '../serve/index.js';
import { Contribution, type Surroundings } from './contribution.js';
import { agentDocument, functionDocument } from './document.js';
import { Emitter, type Listener } from './emitter.js';
import type { Loaded } from './load.js';
import type { HttpExchange } from './logged-transport.js';
import { UnspokenMisses } from './missed-recordings.js';
import { runTool, type ToolCall } from './run-tool.js';
import { SkillSet } from './skill-set.js';
import { checkedArguments } from './tool-arguments.js';

export interface AgentOptions {
  readonly registry?: SkillRegistry;
  readonly env?: Environment;
  readonly now?: () => Date;
  /** How skills reach services. The default reaches the public internet and no private address. */
  readonly transport?: Transport;
  /** Learns the hidden parameters of every skill as soon as they are resolved. */
  readonly secrets?: SecretRegistry;
  /** Whether a placeholder stands in, now, for a secret that a skill needs and was not given. By default none does. */
  readonly placeholders?: () => boolean;
  /**
   * Lets the agent be changed on the way, and hears of each change: a tool of its own that is defined again, or a skill
   * that is added again under its key, takes the place of the one before. Without it either is an error.
   */
  readonly replaced?: (what: string) => void;
  /** Says why commands in the texts of a folder (SKILL.md) must not run. By default a skill that allows them runs them. */
  readonly command_refusal?: CommandRefusal;
  /** For one call of a tool, and for loading a skill. The default stays under the time the platform waits for a webhook. */
  readonly timeout_ms?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout_ms?: number;
  /** Hears how far the tool is, where the tool says so. */
  readonly progress?: (step: Progress) => void;
}

export interface AgentEvents {
  /** A tool was called, and answered or failed. Hidden values are cut. */
  call: ToolCall;
  /** A skill sent a request, and was answered or not. Hidden values are cut. */
  http: HttpExchange;
  log: { readonly level: LogLevel; readonly message: string };
}

export interface DocumentOptions {
  /** Where the platform calls the tools that run here. */
  readonly web_hook_url?: (tool: string) => string;
  /** A data map that needs a key works only with it; the document is then for the platform's eyes alone. */
  readonly with_secrets?: boolean;
}

export interface AgentTool extends Omit<DefinedTool, 'handler'> {
  /** Key of the skill it came with. */
  readonly skill?: string;
}

/** What a call would do. */
export interface ToolExplanation extends Partial<Explanation> {
  readonly tool: string;
  readonly skill?: string;
  readonly args: ToolArguments;
  readonly runs: 'handler' | 'data_map';
}

/** Holds skills and what they brought along: tools, hints, global data and prompt sections. */
export class Agent implements SkillAgent {
  readonly #env: Environment;
  readonly #transport: Transport;
  readonly #secrets: SecretRegistry | undefined;
  /** Its own to close. */
  readonly #made: Transport | undefined;
  readonly #now: () => Date;
  readonly #timeoutMs: number;
  readonly #commandRefusal: CommandRefusal | undefined;
  readonly #misses = new UnspokenMisses((miss) => this.log('warn', miss));
  readonly #own: Contribution;
  readonly #skills: SkillSet;
  readonly #servers = new Set<AgentServer>();
  readonly #events = new Emitter<AgentEvents>((event, error) => {
    // Who listens to the log and fails at that has nobody else to be told by.
    if (event !== 'log')
      this.log('error', `a listener of ${event} failed: ${error instanceof Error ? error.message : error}`);
  });

  constructor(options: AgentOptions = {}) {
    const { registry = createRegistry(), env = process.env, now = () => new Date() } = options;
    this.#env = env;
    this.#commandRefusal = options.command_refusal;
    this.#made = options.transport ? undefined : guardedTransport({ allowPrivate: privateUrlsAllowed(env) });
    this.#transport = options.transport ?? (this.#made as Transport);
    this.#secrets = options.secrets;
    this.#now = now;
    this.#timeoutMs = time('timeout_ms', options.timeout_ms ?? 50_000);
    const { replaced } = options;
    this.#own = this.#contribution(
      replaced && ((tool) => replaced(`tool ${tool}: the new definition takes the place of the one before`)),
    );
    const { placeholders: wanted = () => false } = options;
    const placeholders = new Placeholders({ wanted, env, tell: (message) => this.log('info', message) });
    this.#skills = new SkillSet(registry, {
      contribution: () => this.#contribution(),
      complete: (skill_class, params) => placeholders.fill(skill_class, params),
      replaced: replaced && ((key) => replaced(`${key} is loaded anew, in place of the one before`)),
      timeoutMs: this.#timeoutMs,
    });
  }

  /** Loads a skill, wholly or not at all, and answers the key of the instance. */
  async add_skill(name: string, params: Readonly<Record<string, unknown>> = {}): Promise<string> {
    try {
      const key = await this.#skills.add(name, params);
      this.#misses.speak();
      return key;
    } catch (error) {
      this.#misses.speak(undefined, error);
      throw error;
    }
  }

  /** Takes a skill out with everything it brought, by key or by name; false when it is not there. */
  async remove_skill(name: string): Promise<boolean> {
    return this.#skills.remove(name);
  }

  has_skill(name: string): boolean {
    return this.#skills.find(name).length > 0;
  }

  /** The keys of the loaded instances, oldest first. */
  list_skills(): string[] {
    return this.#skills.all().map(({ key }) => key);
  }

  /** Removes every skill and runs each cleanup once, also when another one fails. */
  async close(): Promise<void> {
    try {
      await this.#skills.close();
    } finally {
      await Promise.all([...this.#servers].map((server) => server.close()));
      this.#servers.clear();
      await this.#made?.close?.();
    }
  }

  /** Calls a tool as the platform would. Wrong arguments are a `TypeError`, and nothing runs. */
  async call_tool(
    name: string,
    args: ToolArguments = {},
    raw_data: RawData = {},
    { signal, timeout_ms = this.#timeoutMs, progress }: CallOptions = {},
  ): Promise<FunctionResult> {
    const { tool, owner, contribution } = this.#find(name);
    return runTool(tool, args, raw_data, {
      skill: owner?.key,
      signals: [signal, owner?.gone.signal],
      timeoutMs: time('timeout_ms', timeout_ms),
      progress,
      redact: (value) => contribution.redact(value),
      done: (call) => {
        this.#misses.speak(call.id, call.error);
        this.#events.emit('call', call);
      },
    });
  }

  /** What a call would do, each template filled in and hidden values cut. Nothing runs and nothing is sent. */
  explain(name: string, args: ToolArguments = {}, raw_data: RawData = {}): ToolExplanation {
    const { tool, owner, contribution } = this.#find(name);
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
        )),
    });
  }

  /** The document that makes the platform run this agent. Hidden values are cut unless it is told otherwise. */
  document({ web_hook_url, with_secrets = false }: DocumentOptions = {}): Record<string, unknown> {
    const functions = this.#contributions().flatMap(({ contribution }) =>
      [...contribution.tools.values()].map(({ handler: _, ...tool }) => {
        const document = functionDocument(tool, web_hook_url?.(tool.name));
        return with_secrets ? document : contribution.redact(document);
      }),
    );
    return copyOf(agentDocument({ functions, ...this.#told(with_secrets) }));
  }

  /** Serves the tools on loopback, with the platform's protocol, until it or the agent is closed. */
  async serve(port = 0, options: ServeOptions = {}): Promise<AgentServer> {
    const { serveAgent } = await import('../serve/index.js');
    const server = await serveAgent(this, port, options);
    this.#servers.add(server);
    return server;
  }

  /** Listens; the answer stops listening. */
  on<K extends keyof AgentEvents>(event: K, listener: Listener<AgentEvents[K]>): () => void {
    return this.#events.on(event, listener);
  }

  /** The tools, without their handlers, in the order they came; copies. Hidden values are cut here and below. */
  get tools(): AgentTool[] {
    return this.#contributions().flatMap(({ contribution, owner }) =>
      [...contribution.tools.values()].map(({ handler: _, ...tool }) =>
        copyOf(contribution.redact({ ...tool, ...(owner && { skill: owner.key }) })),
      ),
    );
  }

  get hints(): string[] {
    return this.#told().hints;
  }

  get global_data(): Record<string, unknown> {
    return this.#told().global_data;
  }

  get prompt_sections(): PromptSection[] {
    return this.#told().prompt_sections;
  }

  define_tool(tool: Tool): void {
    this.#own.define_tool(tool);
  }

  define_data_map(map: DataMap, fields?: Readonly<Record<string, unknown>>, reach?: DataMapReach): void {
    this.#own.define_data_map(map, fields, reach);
  }

  add_hints(hints: readonly string[]): void {
    this.#own.add_hints(hints);
  }

  update_global_data(data: Readonly<Record<string, unknown>>): void {
    this.#own.update_global_data(data);
  }

  prompt_add_section(section: PromptSection): void {
    this.#own.prompt_add_section(section);
  }

  log(level: LogLevel, message: string): void {
    this.#events.emit('log', { level, message });
  }

  now(): Date {
    return this.#now();
  }

  // Getters, so that printing an agent prints no environment.
  get env(): Environment {
    return this.#env;
  }

  get transport(): Transport {
    return this.#transport;
  }

  get secrets(): SecretRegistry | undefined {
    return this.#secrets;
  }

  /** @internal */
  [inspect.custom](): object {
    return { skills: this.list_skills(), tools: this.tools.map(({ name }) => name) };
  }

  /** What the platform is told beside the tools; a copy. Hidden values are cut unless it is told otherwise. */
  #told(with_secrets = false) {
    const parts = this.#contributions().map(({ contribution }) => {
      const { hints, data, sections } = contribution;
      return copyOf(with_secrets ? { hints, data, sections } : contribution.redact({ hints, data, sections }));
    });
    return {
      hints: [...new Set(parts.flatMap(({ hints }) => hints))],
      global_data: Object.assign({}, ...parts.map(({ data }) => data)) as Record<string, unknown>,
      prompt_sections: parts.flatMap(({ sections }) => sections),
    };
  }

  #contribution(redefined?: (tool: string) => void): Contribution {
    const around: Surroundings = {
      env: this.#env,
      transport: this.#transport,
      command_refusal: this.#commandRefusal,
      secrets: this.#secrets,
      now: () => this.now(),
      log: (level, message) => this.log(level, message),
      definedBy: (tool, leaving) => this.#definedBy(tool, leaving),
      exchanged: (exchange) => {
        this.#misses.add(exchange);
        this.#events.emit('http', exchange);
      },
    };
    return new Contribution(around, redefined);
  }

  #contributions(): { contribution: Contribution; owner?: Loaded }[] {
    return [
      { contribution: this.#own },
      ...this.#skills.all().map((owner) => ({ contribution: owner.contribution, owner })),
    ];
  }

  #definedBy(tool: string, leaving?: Contribution): string | undefined {
    const found = this.#contributions().find(
      ({ contribution }) => contribution !== leaving && contribution.tools.has(tool),
    );
    return found && (found.owner ? `the skill ${found.owner.key}` : 'the agent itself');
  }

  #find(name: string): { tool: DefinedTool; contribution: Contribution; owner?: Loaded } {
    const found = this.#contributions().find(({ contribution }) => contribution.tools.has(name));
    const tool = found?.contribution.tools.get(name);
    if (!found || !tool) throw new TypeError(this.#unknown(name));
    return { tool, ...found };
  }

  #unknown(name: string): string {
    const near = nearest(
      name,
      this.tools.map((tool) => tool.name),
    );
    return `this agent has no tool ${JSON.stringify(name)}${near ? `; did you mean ${near}?` : ''}`;
  }
}

function time(name: string, ms: number): number {
  if (typeof ms === 'number' && ms > 0) return ms;
  throw new TypeError(`${name} must be a number of milliseconds above 0`);
}
