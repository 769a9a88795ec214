import { clean } from '../../show/index.js';
import { exampleCommand, type ParameterEntry, type SkillPreview } from '../../skills/index.js';

/** Everything about one skill that somebody who loads it has to know. */
export function show(skill: SkillPreview): string {
  const { name, version, source, description, parameters, tools, problem, example } = skill;
  const needs = [...skill.required_packages, ...skill.required_env_vars];
  const several = skill.supports_multiple_instances ? 'can be loaded several times, each with its own tool_name' : '';
  const lines = [
    `${name} ${version} (${[source, several].filter(Boolean).join('; ')})`,
    description,
    ...(needs.length > 0 ? [`needs ${needs.join(', ')}`] : []),
    '',
    'Parameters',
    ...Object.entries(parameters).map(([parameter, entry]) => `  ${parameter}  ${entryText(entry)}`),
    '',
    'Tools',
    ...tools.flatMap((tool) => [
      `  ${tool.name}  ${tool.description}`,
      ...Object.entries(tool.parameters.properties).map(
        ([argument, { type = 'any', description: says = '' }]) =>
          `    ${argument}${tool.parameters.required?.includes(argument) ? '' : '?'}: ${type}  ${says}`,
      ),
    ]),
    ...(problem ? [`  not known without its parameters: ${problem}`] : []),
    ...(example ? ['', 'Try', `  ${exampleCommand(name, example)}`] : []),
  ];
  return lines.map(clean).join('\n');
}

/** `integer, 1 to 3, default 1. How often.` */
export function entryText({
  type,
  required,
  hidden,
  env_var,
  enum: allowed,
  min,
  max,
  ...entry
}: ParameterEntry): string {
  const facts = [
    type,
    required && 'required',
    hidden && 'secret',
    env_var && `or ${env_var} in the environment`,
    allowed && `one of ${allowed.join(', ')}`,
    min !== undefined && `from ${min}`,
    max !== undefined && `up to ${max}`,
    entry.default !== undefined && `default ${JSON.stringify(entry.default)}`,
  ];
  return `${facts.filter(Boolean).join(', ')}. ${entry.description}`;
}
