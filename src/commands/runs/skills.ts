import { asJson, cleanLine, Sheet, showText } from '../../show/index.js';
import { previewSkill, SkillLoadError, type SkillRegistry, skillSummary } from '../../skills/index.js';
import { nearest, UsageError } from '../../util/index.js';
import { jsonObject } from '../argument-values.js';
import type { CommandContext, CommandResult, SkillFlags } from '../shared-command.js';

interface Given {
  readonly values: SkillFlags & { readonly params?: string; readonly json?: boolean };
  readonly positionals: readonly string[];
}

/** Lists the skills, one line each if the terminal is wide enough, and after them the skills that cannot be used. */
export async function listSkills({ values }: Given, context: CommandContext): Promise<CommandResult> {
  const { registry } = await context.skills(values);
  if (values.json) return { shown: asJson(await registry.get_all_skills_schema()) };
  const skills = (await registry.list_skills()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const problems = await registry.problems();
  const unusable = problems.map(({ name, from, message }) => cleanLine(`not usable: ${name} (${from}): ${message}`));
  const pairs = skills.map((skill): [string, string] => [
    skill.name,
    `${skillSummary(skill)} (${skill.version}, ${skill.source})`,
  ]);
  const { columns, session } = context;
  if (session) {
    const example = skills[0]?.name ?? 'NAME';
    const next = `Type .skills ${example} to show a skill, and await agent.add_skill('${example}') to load it.`;
    return { shown: new Sheet([{ pairs }, ...unusable, next]) };
  }
  const widest = Math.max(0, ...skills.map(({ name }) => name.length));
  const lines = skills.map((skill) =>
    cleanLine(`${skill.name.padEnd(widest)}  ${skill.version}  ${skill.source.padEnd(11)}  ${skillSummary(skill)}`),
  );
  // Absent in a pipe.
  if (columns === undefined || lines.every(({ length }) => length <= columns))
    return { shown: [...lines, ...unusable].join('\n') };
  return { shown: showText(new Sheet([{ pairs }, ...unusable]), { columns }) };
}

/** Shows the parameters and tools of a skill, loaded as in its example or with the given parameters. */
export async function showSkill({ values, positionals }: Given, context: CommandContext): Promise<CommandResult> {
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError('skills show needs one skill');
  const params = jsonObject('--params', values.params ?? '{}');
  const { registry, isLive, answerOffline } = await context.skills(values);
  const isGiven = Object.keys(params).length > 0;
  if (isGiven) await answerOffline();
  const skill = await previewSkill(registry, name, context.env, isGiven ? { params, placeholders: !isLive } : {});
  if (!skill) throw await unknownSkill(registry, name, context);
  // Loaded here, because a list of the skills does not need it.
  const { skillHelp } = await import('../../assist/index.js');
  return {
    shown: values.json ? asJson(skill) : new Sheet(skillHelp(skill)),
    // Given parameters that do not work are wrong usage. A skill that was shown without its required parameters is not.
    ...(isGiven && skill.problem !== undefined && { outcome: 'wrong usage' }),
  };
}

/** Explains why a skill is not available: it cannot be loaded, or the name is a likely typo. */
async function unknownSkill(registry: SkillRegistry, name: string, { typed }: CommandContext): Promise<UsageError> {
  const broken = (await registry.problems()).find((problem) => problem.name === name);
  if (broken) return new UsageError(`${name} is not usable (${broken.from}): ${broken.message}`);
  const meant = nearest(
    name,
    (await registry.list_skills()).map((one) => one.name),
  );
  return new UsageError(
    `unknown skill ${name}${meant ? `. Did you mean ${meant}?` : `. To list the skills, run: ${typed('skills')} list`}`,
  );
}

/** Calls one tool of a skill, and logs its requests. */
export async function runTool({ values, positionals }: Given, context: CommandContext): Promise<CommandResult> {
  const [name, tool, args = '{}', ...more] = positionals;
  if (name === undefined || tool === undefined || more.length > 0)
    throw new UsageError('skills run needs a skill, one of its tools, and optionally arguments as JSON');
  const params = jsonObject('--params', values.params ?? '{}');
  const given = jsonObject('the last argument', args);
  const source = await context.skills(values);
  const agent = await source.newAgent();
  let isMissed = false;
  agent.on('http', ({ method, url, status, fault, error }) => {
    isMissed ||= fault === 'miss';
    // The error at the end of the call lists the recorded requests.
    const outcome = fault === 'miss' ? 'not recorded' : (status ?? error);
    context.log(`${method} ${url} → ${outcome}`);
  });
  try {
    await agent.add_skill(name, params);
    const result = await agent.call_tool(tool, given);
    const { response, ...rest } = result.to_dict();
    const isPlainText = !values.json && typeof response === 'string' && Object.keys(rest).length === 0;
    // The skill may have caught the error and returned an apology.
    return { shown: isPlainText ? response : asJson(result), ...(isMissed ? { outcome: 'different' } : {}) };
  } catch (error) {
    // The names, the parameters or the arguments on the command line are wrong.
    if (error instanceof SkillLoadError || error instanceof TypeError) throw new UsageError(error.message);
    if (context.session) throw error;
    context.log(error instanceof Error ? error.message : String(error));
    return { outcome: isMissed ? 'different' : 'failed' };
  } finally {
    await agent.close();
    await source.endRecording?.();
  }
}
