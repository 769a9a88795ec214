import { exampleCommand, type ParameterEntry, type ParameterItem, type SkillPreview } from '../../src/skills/index.js';
import { GENERATED } from './reference-page.js';

/** Where the pages are, from the root. */
export const SKILL_PAGES = 'docs/reference/skills';

const INTRODUCTION = `The built-in skills. \`patchbay skills run NAME TOOL\` calls a tool, and \`patchbay skills new NAME\` writes a skill
of your own. Their classes are [\`SkillBase\`](../skill-base.md), [\`Agent\`](../agent.md), [\`DataMap\`](../data-map.md) and
[\`FunctionResult\`](../function-result.md).

Without \`--live\`, recordings in \`fixtures/services\` answer for external services, also at the prompt and in notebooks. They
follow the public description of each service, and their values are invented. Any API key works. A request that is not
recorded fails, and the error lists the recorded requests. If you configure a service on this machine, the skill calls that
service. With \`--live\`, the skill calls the real service with your key.`;

export function skillIndexPage(skills: readonly SkillPreview[]): string {
  const lines = skills.map(
    ({ name, version, description }) => `| [\`${name}\`](${name}.md) | ${version} | ${cell(description)} |`,
  );
  return `${GENERATED}# Skills\n\n${INTRODUCTION}\n\n| skill | version | description |\n|---|---|---|\n${lines.join('\n')}\n`;
}

/** Returns the page of a skill, from its class and its loaded instance. */
export function skillPage(skill: SkillPreview): string {
  const facts = [
    `version ${skill.version}`,
    skill.supports_multiple_instances
      ? 'can be loaded several times, each instance with its own `tool_name`'
      : 'can be loaded once',
    // The skill contract defines these names. Some are packages of another language.
    ...list('`REQUIRED_PACKAGES`:', skill.required_packages, 'included in Patchbay in an equivalent form'),
    ...list('needs the environment variables', skill.required_env_vars),
    ...list('reads the environment variables', skill.env_vars),
    ...list('needs the keys', skill.keys),
    ...list('adds hints for speech recognition:', skill.hints),
    ...list(
      'adds sections to the prompt:',
      skill.prompt_sections.map(({ title }) => title),
    ),
  ];
  const tools = skill.problem
    ? ['The tools depend on the parameters.\n']
    : skill.tools.map((tool) => `### \`${tool.name}\`\n\n${tool.description}\n${argumentTable(tool)}`);
  return `${GENERATED}# \`${skill.name}\`\n\n${skill.description}\n\n${facts.map((fact) => `- ${fact}`).join('\n')}\n\n${tryIt(skill)}## Parameters\n\n${parameterTable(skill)}\n## Tools\n\n${withExample(skill)}${tools.join('\n')}`;
}

function tryIt({ name, example }: SkillPreview): string {
  if (!example) return '';
  const here = exampleCommand(name, example);
  const installed = here.replaceAll('"fixtures/', '"node_modules/patchbay/fixtures/');
  const where =
    here === installed
      ? ''
      : `This command is for a project with the package installed. \`patchbay skills show ${name}\` prints the command for your folder.\n\n`;
  return `## Try it\n\n\`\`\`sh\n${installed}\n\`\`\`\n\n${where}`;
}

const withExample = ({ example }: SkillPreview) => (example?.params ? 'With the parameters of the example:\n\n' : '');

function list(what: string, words: readonly string[], after = ''): string[] {
  return words.length > 0 ? [`${what} ${words.map((word) => `\`${word}\``).join(', ')}${after && `, ${after}`}`] : [];
}

function parameterTable({ parameters }: SkillPreview): string {
  const lines = Object.entries(parameters).flatMap(([name, entry]) => rows(name, entry));
  return `| parameter | type | | |\n|---|---|---|---|\n${lines.join('\n')}\n`;
}

/** Returns the rows of a parameter and of its nested parameters. */
function rows(name: string, { description = '', ...entry }: ParameterItem): string[] {
  const own = `| \`${name}\` | ${entry.type} | ${limits(entry)} | ${cell(description)} |`;
  const items = entry.items ? rows(`${name}[]`, entry.items) : [];
  const fields = Object.entries(entry.properties ?? {}).flatMap(([field, inner]) => rows(`${name}.${field}`, inner));
  return [own, ...items, ...fields];
}

function limits({
  required,
  required_without,
  hidden,
  env_var,
  enum: allowed,
  also,
  min,
  max,
  default: usual,
}: Omit<ParameterEntry, 'description'>): string {
  const facts = [
    required && 'required',
    required_without && `required without \`${required_without}\``,
    hidden && 'secret',
    env_var && `or \`${env_var}\` in the environment`,
    allowed && `one of ${allowed.map((value) => `\`${value}\``).join(', ')}`,
    also && `or ${also.map((value) => `\`${JSON.stringify(value)}\``).join(', ')}`,
    min !== undefined && `from ${min}`,
    max !== undefined && `up to ${max}`,
    usual !== undefined && `default \`${JSON.stringify(usual)}\``,
  ];
  return cell(facts.filter(Boolean).join(', '));
}

function argumentTable({ parameters }: SkillPreview['tools'][number]): string {
  const lines = Object.entries(parameters.properties).map(([name, { type = 'any', description = '' }]) => {
    const isRequired = parameters.required?.includes(name) ? 'required' : '';
    return `| \`${name}\` | ${type} | ${isRequired} | ${cell(description)} |`;
  });
  return lines.length === 0 ? '' : `\n| argument | type | | |\n|---|---|---|---|\n${lines.join('\n')}\n`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
