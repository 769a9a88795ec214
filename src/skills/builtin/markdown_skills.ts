import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type PromptSection, plainLine, type RawData, SkillBase, shippedPath } from '../index.js';
import { readInside } from './markdown_skills/inside.js';
import { type MarkdownSkill, promptOf, skillsOf, toolName } from './markdown_skills/markdown-skill.js';
import { DEFAULT_PREFIX, MARKDOWN_PARAMETERS } from './markdown_skills/parameters.js';
import { render } from './markdown_skills/render.js';
import { hasCommands } from './markdown_skills/shell.js';

interface SkillArguments {
  readonly arguments?: string | undefined;
  readonly section?: string | undefined;
}

/** Defines one tool for each directory that contains a `SKILL.md`. */
export class MarkdownSkills extends SkillBase<typeof MARKDOWN_PARAMETERS> {
  static override SKILL_NAME = 'markdown_skills';
  static override SKILL_DESCRIPTION =
    'Loads directories with a SKILL.md, each as a tool that returns its instructions.';
  static override get EXAMPLE() {
    const params = { skills_path: shippedPath('fixtures/skill-md') };
    return { tool: 'skill_product_returns', args: {}, params };
  }
  static override REQUIRED_PACKAGES = ['yaml'];
  static override SUPPORTS_MULTIPLE_INSTANCES = true;
  static override PARAMETERS = MARKDOWN_PARAMETERS;

  #folder = '';
  #skills: readonly MarkdownSkill[] = [];

  async setup(): Promise<boolean> {
    const folder = await this.#find();
    const problems = [
      ...(folder === undefined ? [`skills_path: the folder ${this.params.skills_path} does not exist`] : []),
      ...(/^([A-Za-z_]\w*)?$/.test(this.#prefix)
        ? []
        : ['tool_prefix must consist of letters, digits and _, and start with no digit']),
    ];
    const refusal = folder === undefined ? undefined : this.#commandRefusal(folder);
    if (refusal !== undefined) problems.push(`allow_shell_injection: ${refusal}`);
    for (const problem of problems) this.logger.error(problem);
    if (folder === undefined || problems.length > 0 || !this.validate_packages()) return false;
    this.#folder = folder;
    this.#skills = await skillsOf(folder, {
      include: this.params.include,
      exclude: this.params.exclude,
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
      if (other)
        throw new Error(
          `the skills ${other.name} and ${skill.name} have the same tool name ${name}. Rename one of them`,
        );
      taken.set(name, skill);
      this.define_tool({
        name,
        description: this.#describe(skill),
        parameters: {
          arguments: { type: 'string', description: skill.argumentHint || 'Arguments for the skill.' },
          ...(skill.sections.size > 0 && {
            section: {
              type: 'string',
              description: 'A section of the skill to return instead of its instructions.',
              enum: [...skill.sections.keys()],
            },
          }),
        },
        handler: (args, raw_data, { signal }) => this.#run(skill, args, raw_data, signal),
      });
    }
  }

  /** Without a tool_name, tool_prefix distinguishes the instances. */
  override get agent_key(): string {
    const { tool_name, tool_prefix } = this.params;
    return tool_name || tool_prefix === undefined ? super.agent_key : `markdown_skills_${tool_prefix}`;
  }

  override get_hints(): string[] {
    return [
      ...new Set(this.#skills.filter((one) => this.#isInPrompt(one)).flatMap(({ name }) => name.split(/[-_\s]+/))),
    ];
  }

  override get_prompt_sections(): PromptSection[] {
    const { prompt_title, prompt_intro } = this.params;
    const skills = this.#skills.filter((one) => this.#isInPrompt(one));
    const hasHeading = skills.length > 0 && (prompt_title !== undefined || prompt_intro !== undefined);
    return [
      ...(hasHeading ? [{ title: prompt_title ?? 'Skills', body: prompt_intro ?? '' }] : []),
      ...skills.map((skill) =>
        promptOf(skill, {
          tool: this.#isCallable(skill) ? this.#toolOf(skill) : undefined,
          listFiles: this.params.allow_script_execution,
        }),
      ),
    ];
  }

  async #find(): Promise<string | undefined> {
    const path = this.params.skills_path.replace(/^~(?=$|[\\/])/, homedir());
    try {
      const real = await realpath(resolve(path));
      return (await stat(real)).isDirectory() ? real : undefined;
    } catch {
      return undefined; // the path does not exist or is not readable
    }
  }

  #warn(): void {
    const { allow_shell_injection } = this.params;
    if (this.#skills.length === 0) this.logger.warn(`no skills found in ${this.params.skills_path}`);
    if (allow_shell_injection) this.logger.warn('commands in the files run with your permissions');
    for (const { name } of this.#skills.filter(({ body }) => !allow_shell_injection && hasCommands(body)))
      this.logger.warn(`${name}: its commands are not run. To run them, set allow_shell_injection`);
  }

  async #run(skill: MarkdownSkill, args: SkillArguments, raw_data: RawData, signal: AbortSignal): Promise<string> {
    const { response_prefix, response_postfix, allow_shell_injection, shell_timeout } = this.params;
    const text = await this.#textOf(skill, args.section);
    const refusal = this.#commandRefusal(this.#folder);
    if (refusal !== undefined) throw new Error(`the commands of ${skill.name} are not allowed: ${refusal}`);
    if (text === undefined) return `The section ${args.section} of ${skill.name} can no longer be read.`;
    const { call_id } = raw_data;
    const values = {
      arguments: args.arguments ?? '',
      skillDirectory: skill.directory,
      sessionId: typeof call_id === 'string' ? plainLine(call_id, 200) : '',
    };
    const shell = {
      directory: skill.directory,
      env: this.agent.env,
      timeoutMs: shell_timeout * 1000,
      signal,
    };
    const rendered = await render(text, values, allow_shell_injection ? shell : undefined);
    return [response_prefix, rendered, response_postfix].filter(Boolean).join('\n\n');
  }

  #commandRefusal(folder: string): string | undefined {
    return this.params.allow_shell_injection ? this.agent.command_refusal?.(folder) : undefined;
  }

  async #textOf({ name, body, sections }: MarkdownSkill, section: string | undefined): Promise<string | undefined> {
    const path = section === undefined ? undefined : sections.get(section);
    if (path === undefined) return body;
    try {
      return await readInside(this.#folder, path);
    } catch (error) {
      this.logger.warn(`${name}: ${section}: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  }

  #describe({ name, description }: MarkdownSkill): string {
    const { skill_descriptions: descriptions } = this.params;
    const given = Object.hasOwn(descriptions, name) ? descriptions[name] : undefined;
    return (typeof given === 'string' && given) || description || `Returns the instructions of the skill ${name}.`;
  }

  #isCallable(skill: MarkdownSkill): boolean {
    return skill.isCallable || this.params.ignore_invocation_control;
  }

  #isInPrompt(skill: MarkdownSkill): boolean {
    return skill.isInPrompt || this.params.ignore_invocation_control;
  }

  #toolOf({ name, directoryName }: MarkdownSkill): string {
    return toolName(this.#prefix, name, directoryName);
  }

  get #prefix(): string {
    const { tool_prefix, tool_name } = this.params;
    return tool_prefix ?? (tool_name ? `${tool_name}_` : DEFAULT_PREFIX);
  }
}

/** @alias */
export default MarkdownSkills;
