import { inspect } from 'node:util';
import { type Followed, type FollowOptions, sendAndFollow, type WireRequest } from '../../http/index.js';
import { type SecretCutter, secretCutter, secretParts } from '../../redact/index.js';
import { isPlain } from '../../util/index.js';
import type { DataMap } from '../data-map/index.js';
import type { FunctionResult } from '../function-result/index.js';
import { missingPackages } from './packages.js';
import { COMMON_PARAMETERS, type ParameterEntry, type ParameterSchema } from './parameter-schema.js';
import { copyOf, resolveParams } from './params.js';
import { PLACEHOLDER } from './placeholders.js';
import type { ParamsOf } from './schema-types.js';
import type { DataMapReach, LogLevel, PromptSection, SkillAgent } from './skill-agent.js';
import { type RawData, type Tool, type ToolArguments, type ToolParameters, withFields } from './tool.js';

/** A class that extends `SkillBase` and can be instantiated. */
export interface SkillClass extends Omit<typeof SkillBase, 'prototype'> {
  new (agent: SkillAgent, params?: Readonly<Record<string, unknown>> | null): SkillBase;
  readonly prototype: SkillBase;
}

/** A call that shows the purpose of a skill and runs without changes. */
export interface SkillExample {
  readonly tool: string;
  readonly args?: ToolArguments;
  /** Only required parameters that cannot be filled in automatically. Secrets are not included. */
  readonly params?: Readonly<Record<string, unknown>>;
}

const MAX_ERRORS = 5;

/** The contract of every skill. `SkillBase<typeof PARAMETERS>` types `this.params`. */
export abstract class SkillBase<Schema extends ParameterSchema = ParameterSchema> {
  /** The name by which `add_skill` loads the skill. */
  static SKILL_NAME = '';
  /** One sentence for the list of skills. */
  static SKILL_DESCRIPTION = '';
  /** The version that the list of skills shows. */
  static SKILL_VERSION = '1.0.0';
  /** The packages that `validate_packages()` looks for. */
  static REQUIRED_PACKAGES: readonly string[] = [];
  /** The environment variables that `validate_env_vars()` looks for. */
  static REQUIRED_ENV_VARS: readonly string[] = [];
  /** Whether an agent can load the skill several times, each time with another `tool_name`. */
  static SUPPORTS_MULTIPLE_INSTANCES = false;
  /** The parameters that this class adds. `get_parameter_schema()` returns all of them. */
  static PARAMETERS: ParameterSchema = COMMON_PARAMETERS;
  /** An example for the reference page of the skill, and for previews without parameters. */
  static EXAMPLE: SkillExample | undefined;

  /** The agent that loads the skill. */
  readonly agent: SkillAgent;
  /** The resolved values: from the caller, else the environment, else the default. */
  readonly params: ParamsOf<Schema>;
  readonly #values: Readonly<Record<string, unknown>>;
  /** The fields that the caller adds to each tool. */
  readonly swaig_fields: Readonly<Record<string, unknown>>;
  /** Writes to the log of the agent, with the name of the skill and without hidden values. */
  readonly logger: Readonly<Record<LogLevel, (message: string) => void>>;
  readonly #schemaProblems: readonly string[];
  #problems: readonly string[] | undefined;
  #loggedErrors: readonly string[] = [];
  readonly #hidden: Set<string>;
  #secrets: SecretCutter;

  constructor(agent: SkillAgent, params?: Readonly<Record<string, unknown>> | null) {
    if (typeof agent !== 'object' || agent === null)
      throw new TypeError(
        `new ${new.target.name}(agent): the agent creates its skills. Register the class with registry.register_skill(${new.target.name}), then use agent.add_skill`,
      );
    this.agent = agent;
    const { values, problems, warnings, hidden } = resolveParams(this.#class.get_parameter_schema(), params, agent.env);
    const { swaig_fields, ...own } = values;
    this.swaig_fields = isPlain(swaig_fields) ? swaig_fields : {};
    // `setup()` returns false if a value does not have the type that the schema declares.
    this.params = own as ParamsOf<Schema>;
    this.#values = own;
    this.#schemaProblems = problems;
    this.#hidden = new Set(hidden.flatMap(({ value }) => secretParts(value)));
    this.#secrets = secretCutter(this.#hidden, { shortToo: true });
    // The placeholder is not a secret, and "placeholder" is an ordinary word.
    for (const { value, variable } of hidden) if (value !== PLACEHOLDER) agent.secrets?.add(value, { variable });
    const log = (level: LogLevel) => (message: string) => {
      const text = this.redact(message);
      if (level === 'error') this.#loggedErrors = [...this.#loggedErrors, text].slice(-MAX_ERRORS);
      agent.log(level, `${this.#class.SKILL_NAME}: ${text}`);
    };
    this.logger = { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
    for (const warning of warnings) this.logger.warn(warning);
    this.#guard();
  }

  /** Returns the common parameters, followed by those of each class down to this one. */
  static get_parameter_schema(): Record<string, ParameterEntry> {
    // biome-ignore lint/complexity/noThisInStatic: the class that was asked, not the one this is written in
    return parametersOf(this);
  }

  /** The problems of the parameters. `setup()` returns false if there are any. */
  get problems(): readonly string[] {
    this.#problems ??= this.#schemaProblems.length > 0 ? this.#schemaProblems : this.check_params();
    return this.#problems;
  }

  /** The last errors that the skill logged, which explain why `setup()` returned false. */
  get loggedErrors(): readonly string[] {
    return this.#loggedErrors;
  }

  /** Returns problems of parameters that match their schema, one text each. Called before `setup()`. */
  check_params(): string[] {
    return [];
  }

  /** Checks the environment and prepares the skill. Returns false if the skill cannot work. */
  abstract setup(): boolean | Promise<boolean>;

  /** Defines the tools with `define_tool`. */
  abstract register_tools(): void | Promise<void>;

  /** Defines a tool. Its handler gets arguments of the types that `parameters` declares. */
  define_tool<
    const Parameters extends ToolParameters = ToolParameters,
    Required extends keyof Parameters & string = never,
  >(tool: Tool<Parameters, Required>): void {
    this.agent.define_tool(withFields(tool, this.swaig_fields));
  }

  /** Defines a data map. `fields` are added to its document, and the `swaig_fields` of the caller override them. */
  define_data_map(map: DataMap, fields: Readonly<Record<string, unknown>> = {}, reach: DataMapReach = {}): void {
    this.agent.define_data_map(map, { ...fields, ...this.swaig_fields }, reach);
  }

  /** Returns words that speech recognition should expect. */
  get_hints(): string[] {
    return [];
  }

  /** Returns data that every tool and prompt can read. */
  get_global_data(): Record<string, unknown> {
    return {};
  }

  /** Returns sections of the prompt, such as when the model calls a tool. */
  get_prompt_sections(): PromptSection[] {
    return [];
  }

  /** Runs once, when the skill is removed or the agent closes. */
  cleanup(): void | Promise<void> {}

  /** Returns whether `REQUIRED_ENV_VARS` are set, and logs the others. */
  validate_env_vars(): boolean {
    const missing = this.missing_env_vars();
    if (missing.length > 0) this.logger.error(`environment variables are not set: ${missing.join(', ')}`);
    return missing.length === 0;
  }

  /** Returns whether `REQUIRED_PACKAGES` are installed, and logs the others. */
  validate_packages(): boolean {
    const missing = this.missing_packages();
    if (missing.length > 0) this.logger.error(`packages are missing: ${missing.join(', ')}`);
    return missing.length === 0;
  }

  /** Returns the `REQUIRED_ENV_VARS` that are not set. */
  missing_env_vars(): string[] {
    return this.#class.REQUIRED_ENV_VARS.filter((name) => !this.agent.env[name]);
  }

  /** Returns the `REQUIRED_PACKAGES` that are not installed. */
  missing_packages(): string[] {
    return missingPackages(this.#class.REQUIRED_PACKAGES);
  }

  /** Returns the key by which `remove_skill` finds this instance. */
  get_instance_key(): string {
    const { SKILL_NAME, SUPPORTS_MULTIPLE_INSTANCES } = this.#class;
    return SUPPORTS_MULTIPLE_INSTANCES ? `${SKILL_NAME}_${this.#values.tool_name || SKILL_NAME}` : SKILL_NAME;
  }

  /** The key of this instance in its agent. A skill with another parameter that names instances overrides it. */
  get agent_key(): string {
    return this.get_instance_key();
  }

  /** Returns a copy of the data that this instance stored in the global data of the call. */
  get_skill_data(raw_data: RawData | null | undefined): Record<string, unknown> {
    const all = raw_data?.global_data;
    const own = isPlain(all) && Object.hasOwn(all, this.namespace) ? all[this.namespace] : undefined;
    return isPlain(own) ? copyOf(own) : {};
  }

  /** Replaces the data that this instance stored, and returns the result. */
  update_skill_data(result: FunctionResult, data: Record<string, unknown>): FunctionResult {
    return result.update_global_data({ [this.namespace]: copyOf(data) });
  }

  /** The key of this instance's data. Its form is not part of the contract. */
  get namespace(): string {
    return `skill:${this.agent_key}`;
  }

  /**
   * Sends a request to a service through the agent's transport, and follows redirects one by one. It reaches a private
   * address only if that is the origin of a URL in a declared parameter, because the user configured it.
   */
  send_request(request: WireRequest, options: FollowOptions = {}): Promise<Followed> {
    const { transport } = this.agent;
    if (!transport) throw new Error('the agent has no transport for requests');
    const isOwn = URL.canParse(request.url) && this.#origins.has(new URL(request.url).origin);
    return sendAndFollow(transport, isOwn ? { allowPrivate: true, ...request } : request, options);
  }

  /** Returns the time of the agent, which a test can set. */
  now(): Date {
    return this.agent.now();
  }

  /** Hides a text that is derived from hidden values. */
  hide(secret: string): void {
    this.#hidden.add(secret);
    this.agent.secrets?.add(secret);
    this.#secrets = secretCutter(this.#hidden, { shortToo: true });
  }

  /** Returns a copy of a text or of plain data with this skill's hidden values masked. */
  redact<T>(value: T): T {
    return typeof value === 'string' ? (this.#secrets.text(value) as T) : this.#secrets.value(value);
  }

  /** Returns the skill for logs and `JSON.stringify`, without hidden values. */
  toJSON(): Record<string, unknown> {
    const schema = this.#class.get_parameter_schema();
    const shown = Object.entries(this.params).map(([name, value]) => [
      name,
      schema[name]?.hidden ? '[cut]' : this.redact(value),
    ]);
    return { skill: this.#class.SKILL_NAME, key: this.agent_key, params: Object.fromEntries(shown) };
  }

  /** @internal */
  [inspect.custom](): object {
    return this.toJSON();
  }

  get #origins(): ReadonlySet<string> {
    const values = Object.keys(this.#class.get_parameter_schema()).map((name) => this.#values[name]);
    const urls = values.filter((value) => typeof value === 'string').filter((value) => /^https?:/i.test(value));
    return new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin));
  }

  get #class(): typeof SkillBase {
    return this.constructor as typeof SkillBase;
  }

  /** Applies to every subclass: invalid parameters make `setup()` return false, and `skip_prompt`. */
  #guard(): void {
    const setup = this.setup.bind(this);
    const sections = this.get_prompt_sections.bind(this);
    const rules = {
      setup: () => this.problems.length === 0 && setup(),
      get_prompt_sections: () => (this.#values.skip_prompt === true ? [] : sections()),
    };
    for (const [name, value] of Object.entries(rules)) {
      Object.defineProperty(this, name, { value, configurable: true, writable: true });
    }
  }
}

/** A skill that is ready if its packages are installed and its parameters are valid. */
export abstract class ReadySkill<Schema extends ParameterSchema = ParameterSchema> extends SkillBase<Schema> {
  setup(): boolean {
    return this.validate_packages();
  }
}

function parametersOf(skill_class: typeof SkillBase): Record<string, ParameterEntry> {
  const above = skill_class === SkillBase ? {} : Object.getPrototypeOf(skill_class).get_parameter_schema();
  return { ...above, ...(Object.hasOwn(skill_class, 'PARAMETERS') && copyOf(skill_class.PARAMETERS)) };
}
