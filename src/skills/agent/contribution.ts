import type { Transport } from '../../http/index.js';
import { asCode, nearest } from '../../util/index.js';
import { copyOf } from '../contract/params.js';
import type { DataMapReach, LogLevel, PromptSection, SkillAgent } from '../contract/skill-agent.js';
import { type DefinedTool, defined, type Tool, withFields } from '../contract/tool.js';
import { type DataMap, type DataMapDocument, MissingValues, runDataMap } from '../data-map/index.js';
import { type HttpExchange, loggedTransport } from './logged-transport.js';

export interface AgentInterface
  extends Pick<SkillAgent, 'env' | 'transport' | 'now' | 'log' | 'command_refusal' | 'secrets'> {
  /** Describes who already defines a tool. A contribution that is being replaced does not count. */
  definedBy(tool: string, leaving?: Contribution): string | undefined;
  exchanged(exchange: HttpExchange): void;
}

/** Everything that a skill, or the owner of the agent, added. Dropping it undoes the skill completely. */
export class Contribution implements SkillAgent {
  readonly tools = new Map<string, DefinedTool>();
  readonly hints: string[] = [];
  readonly sections: PromptSection[] = [];
  data: Record<string, unknown> = {};
  /** The contribution that this one replaces. Its tool names can be reused. */
  instead: Contribution | undefined;
  /** Masks the hidden values of the skill. */
  redact: <T>(value: T) => T = (value) => value;
  /** Reports every request of the skill. */
  readonly transport: Transport | undefined;
  readonly #owner: AgentInterface;
  readonly #redefined: (tool: string) => void;
  #dropped = false;

  /** With `redefined`, a second definition of a tool replaces the first. */
  constructor(owner: AgentInterface, redefined: (tool: string) => void = rejectDuplicate) {
    this.#owner = owner;
    this.#redefined = redefined;
    this.transport =
      owner.transport &&
      loggedTransport(owner.transport, {
        redact: (value) => this.redact(value),
        report: (exchange) => owner.exchanged(exchange),
      });
  }

  define_tool(tool: Tool): void {
    this.#add(defined(tool));
  }

  define_data_map(map: DataMap, fields: Readonly<Record<string, unknown>> = {}, reach: DataMapReach = {}): void {
    if (typeof map?.to_swaig_function !== 'function')
      throw new TypeError("define_data_map(map): map must be a DataMap, such as new DataMap('tell_joke')");
    const { function: name, data_map, ...document } = withFields(map.to_swaig_function(), fields);
    const handler: Tool['handler'] = async (args, raw_data, { signal }) => {
      const missing = new MissingValues(tool.parameters);
      const options = { transport: this.transport, signal, now: () => this.now(), missing, ...reach };
      try {
        return await runDataMap(data_map as DataMapDocument, args, raw_data, options);
      } finally {
        // A missing value is often the reason for a failure.
        for (const message of missing.messages) this.log('warn', this.redact(`${name}: ${message}`));
      }
    };
    const tool = defined({ ...(document as Omit<Tool, 'name' | 'handler'> & { description: string }), name, handler });
    this.#add({ ...tool, data_map });
  }

  #add(tool: DefinedTool): void {
    this.#assertActive();
    if (this.tools.has(tool.name)) this.#redefined(tool.name);
    else this.#assertFree(tool.name);
    this.tools.set(tool.name, tool);
  }

  /** Checks the tool names again, because others may have defined tools while this skill was loading. */
  assertNoClash(): void {
    for (const name of this.tools.keys()) this.#assertFree(name);
  }

  add_hints(hints: readonly string[]): void {
    this.#assertActive();
    this.hints.push(...hints.filter((hint) => typeof hint === 'string' && hint !== ''));
  }

  update_global_data(data: Readonly<Record<string, unknown>>): void {
    this.#assertActive();
    this.data = { ...this.data, ...copyOf(data) };
  }

  prompt_add_section(section: PromptSection): void {
    this.#assertActive();
    assertSection(section);
    this.sections.push(copyOf(section));
  }

  log(level: LogLevel, message: string): void {
    this.#owner.log(level, message);
  }

  now(): Date {
    return this.#owner.now();
  }

  get env() {
    return this.#owner.env;
  }

  get command_refusal() {
    return this.#owner.command_refusal;
  }

  get secrets() {
    return this.#owner.secrets;
  }

  /** Rejects later additions, such as those of a timer of a removed skill. */
  drop(): void {
    this.#dropped = true;
  }

  #assertFree(name: string): void {
    const owner = this.#owner.definedBy(name, this.instead);
    if (owner)
      throw new TypeError(
        `the tool ${name} is already defined by ${owner}. Give one of them another tool_name or prefix`,
      );
  }

  #assertActive(): void {
    if (this.#dropped) throw new Error('the skill was removed from its agent');
  }
}

const OF_SECTIONS = ['title', 'body', 'bullets', 'subsections', 'numbered', 'numberedBullets'];

/** The platform ignores an unknown field, so the agent would run without a part of its prompt. */
function assertSection(section: unknown): void {
  const use = 'prompt_add_section(section): section';
  if (typeof section !== 'object' || section === null || Array.isArray(section))
    throw new TypeError(
      `${use} must be an object, such as { title: 'Role', body: ${typeof section === 'string' ? asCode(section) : "'You sell tickets.'"} }`,
    );
  const unknown = Object.keys(section).find((name) => !OF_SECTIONS.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, OF_SECTIONS);
  const hint = near === undefined ? `Its fields: ${OF_SECTIONS.join(', ')}` : `Did you mean ${near}?`;
  throw new TypeError(`${use} has the unknown field ${unknown}. ${hint}`);
}

function rejectDuplicate(tool: string): never {
  throw new TypeError(`the tool ${tool} is defined twice`);
}
