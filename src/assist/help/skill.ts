import type { ParameterEntry, SkillPreview } from '../../skills/index.js';
import type { HelpPart } from './part.js';

/** Everything about one skill that somebody who loads it has to know. */
export function skillHelp(skill: SkillPreview): HelpPart[] {
  const { name, version, source, description, parameters, tools, problem } = skill;
  const needs = [...skill.required_packages, ...skill.required_env_vars];
  const required = Object.entries(parameters).filter(([, entry]) => entry.required && !entry.hidden);
  const given = required.map(([key]) => `${key}: …`).join(', ');
  return [
    { title: `${name} ${version}` },
    `${description} (${source}${skill.supports_multiple_instances ? '; can be loaded several times, each with its own tool_name' : ''})`,
    ...(needs.length > 0 ? [`It needs ${needs.join(', ')}.`] : []),
    { title: 'Parameters' },
    { pairs: Object.entries(parameters).map(([key, entry]) => [key, entryText(entry)]) },
    { title: 'Tools' },
    ...tools.map(
      ({ name: tool, description: says, parameters: { properties, required: must = [] } }): HelpPart => ({
        pairs: [
          [tool, says],
          ...Object.entries(properties).map(
            ([argument, { type = 'any', description: meaning = '' }]): [string, string] => [
              `  ${argument}${must.includes(argument) ? '' : '?'}`,
              `${String(type)}. ${meaning}`,
            ],
          ),
        ],
      }),
    ),
    ...(problem ? [`Its tools are not known without its parameters: ${problem}`] : []),
    { title: 'Example' },
    {
      lines: [
        `await agent.add_skill('${name}'${given === '' ? '' : `, { ${given} }`})`,
        ...(tools[0] ? [`await agent.call_tool('${tools[0].name}', { … })`] : []),
      ],
    },
  ];
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
