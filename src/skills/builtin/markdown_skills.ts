import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import {
  type ParameterSchema,
  type PromptSection,
  plainLine,
  type RawData,
  SkillBase,
  shippedPath,
  type ToolArguments,
} from '../index.js';
import { readInside } from './markdown_skills/inside.js';
import { type MarkdownSkill, skillsOf } from './markdown_skills/markdown-skill.js';
import { MARKDOWN_PARAMETERS, USUAL_PREFIX } from './markdown_skills/parameters.js';
import { promptOf } from './markdown_skills/prompt.js';
import { render } from './markdown_skills/render.js';
import { hasCommands } from './markdown_skills/shell.js';
import { toolName } from './markdown_skills/tool-name.js';

/** Defines one tool for each directory that contains a `SKILL.md`. */
export class MarkdownSkills extends SkillBase {
  static override SKILL_NAME = 'markdown_skills';
  static override SKILL_DESCRIPTION = 'Loads directories with a SKILL.md, each as a tool that tells its instructions.';
  static override get EXAMPLE() {
    const params = { skills_path: shippedPath('fixtures/skill-md') };
    return { tool: 'skill_product_returns', args: {}, params };
  }
  static override REQUIRED_PACKAGES = ['yaml'];
  static override SUPPORTS_MULTIPLE_INSTANCES = true;
  static override PARAMETERS: ParameterSchema = MARKDOWN_PARAMETERS;

  #folder = '';
  #skills: readonly MarkdownSkill[] = [];

  async setup(): Promise<boolean> {
    const folder = await this.#find();
    const problems = [
      ...(folder === undefined ? [`skills_path: there is no folder ${this.params.skills_path}`] : []),
      ...(/^([A-Za-z_]\w*)?$/.test(this.#prefix) ? [] : ['tool_prefix must be letters, digits and _']),
      ...['include', 'exclude'].filter((name) => !this.#texts(name)).map((name) => `${name} must hold texts`),
    ];
    const refusal = folder === undefined ? undefined : this.#commandRefusal(folder);
    if (refusal !== undefined) problems.push(`allow_shell_injection: ${refusal}`);
    for (const problem of problems) this.logger.error(problem);
    if (folder === undefined || problems.length > 0 || !this.validate_packages()) return false;
    this.#folder = folder;
    this.#skills = await skillsOf(folder, {
      include: this.#texts('include') ?? [],
      exclude: this.#texts('exclude') ?? [],
      warn: (message) => this.logger.warn(message),
    });
    this.#warn();
    return true;
  }

  register_tools(): void {
    const taken = new Map<string, MarkdownSkill>();
    for (const skill of this.#skills.filter((one) => this.#isCallable(one))) {
      const name = this.#toolOf(skill);
      const other = taken.get(name);
      if (other) throw new Error(`${other.name} and ${skill.name} would both be the tool ${name}; rename one of them`);
      taken.set(name, skill);
      this.define_tool({
        name,
        description: this.#describe(skill),
        parameters: {
          arguments: { type: 'string', description: skill.argumentHint || 'What the skill is to work on.' },
          ...(skill.sections.size > 0 && {
            section: {
              type: 'string',
              description: 'A part of the skill to read in place of its instructions.',
              enum: [...skill.sections.keys()],
            },
          }),
        },
        handler: (args, raw_data, { signal }) => this.#tell(skill, args, raw_data, signal),
      });
    }
  }

  /** Without a tool_name, tool_prefix distinguishes the instances. */
  override get_instance_key(): string {
    const { tool_name, tool_prefix } = this.params;
    return tool_name || tool_prefix === undefined ? super.get_instance_key() : `markdown_skills_${tool_prefix}`;
  }

  override get_hints(): string[] {
    return [...new Set(this.#skills.filter((one) => this.#isTold(one)).flatMap(({ name }) => name.split(/[-_\s]+/)))];
  }

  override get_prompt_sections(): PromptSection[] {
    const { prompt_title, prompt_intro } = this.params;
    const told = this.#skills.filter((one) => this.#isTold(one));
    const isHeaded = told.length > 0 && (prompt_title !== undefined || prompt_intro !== undefined);
    return [
      ...(isHeaded ? [{ title: String(prompt_title ?? 'Skills'), body: String(prompt_intro ?? '') }] : []),
      ...told.map((skill) =>
        promptOf(skill, {
          tool: this.#isCallable(skill) ? this.#toolOf(skill) : undefined,
          listFiles: this.params.allow_script_execution === true,
        }),
      ),
    ];
  }

  async #find(): Promise<string | undefined> {
    const path = String(this.params.skills_path).replace(/^~(?=$|[\\/])/, homedir());
    try {
      const real = await realpath(resolve(path));
      return (await stat(real)).isDirectory() ? real : undefined;
    } catch {
      return undefined; // the path does not exist or is not readable
    }
  }

  #warn(): void {
    const { allow_shell_injection } = this.params;
    if (this.#skills.length === 0) this.logger.warn(`there is no skill in ${this.params.skills_path}`);
    if (allow_shell_injection) this.logger.warn('commands in the files run as you, with your rights');
    for (const { name } of this.#skills.filter(({ body }) => !allow_shell_injection && hasCommands(body)))
      this.logger.warn(`${name}: its commands stay text; allow_shell_injection runs them`);
  }

  async #tell(skill: MarkdownSkill, args: ToolArguments, raw_data: RawData, signal: AbortSignal): Promise<string> {
    const { response_prefix, response_postfix, allow_shell_injection, shell_timeout } = this.params;
    const text = await this.#textOf(skill, args.section);
    const refusal = this.#commandRefusal(this.#folder);
    if (refusal !== undefined) throw new Error(`the commands of ${skill.name} do not run: ${refusal}`);
    if (text === undefined) return `The section ${args.section} of ${skill.name} cannot be read any more.`;
    const { call_id } = raw_data;
    const values = {
      arguments: typeof args.arguments === 'string' ? args.arguments : '',
      skillDirectory: skill.directory,
      sessionId: typeof call_id === 'string' ? plainLine(call_id, 200) : '',
    };
    const shell = {
      directory: skill.directory,
      env: this.agent.env,
      timeoutMs: Number(shell_timeout) * 1000,
      signal,
    };
    const told = await render(text, values, allow_shell_injection ? shell : undefined);
    return [response_prefix, told, response_postfix].filter(Boolean).join('\n\n');
  }

  #commandRefusal(folder: string): string | undefined {
    return this.params.allow_shell_injection ? this.agent.command_refusal?.(folder) : undefined;
  }

  async #textOf({ name, body, sections }: MarkdownSkill, section: unknown): Promise<string | undefined> {
    const path = sections.get(String(section));
    if (path === undefined) return body;
    try {
      return await readInside(this.#folder, path);
    } catch (error) {
      this.logger.warn(`${name}: ${section}: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  }

  #describe({ name, description }: MarkdownSkill): string {
    const descriptions = this.params.skill_descriptions as Readonly<Record<string, unknown>>;
    const given = Object.hasOwn(descriptions, name) ? descriptions[name] : undefined;
    return (typeof given === 'string' && given) || description || `Tells the instructions of the skill ${name}.`;
  }

  #isCallable(skill: MarkdownSkill): boolean {
    return skill.isCallable || this.params.ignore_invocation_control === true;
  }

  #isTold(skill: MarkdownSkill): boolean {
    return skill.isTold || this.params.ignore_invocation_control === true;
  }

  #toolOf({ name, directoryName }: MarkdownSkill): string {
    return toolName(this.#prefix, name, directoryName);
  }

  get #prefix(): string {
    const { tool_prefix, tool_name } = this.params;
    return String(tool_prefix ?? (tool_name ? `${tool_name}_` : USUAL_PREFIX));
  }

  /** Returns a list parameter, or undefined unless every item is a string. */
  #texts(name: string): readonly string[] | undefined {
    const list = this.params[name] as readonly unknown[];
    return list.every((one) => typeof one === 'string') ? list : undefined;
  }
}

/** @alias */
export default MarkdownSkills;
