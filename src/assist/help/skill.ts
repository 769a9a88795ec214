import { inspect } from 'node:util';
import { exampleCommand, type ParameterEntry, type SkillPreview } from '../../skills/index.js';
import type { HelpPart } from './part.js';

/** Everything about one skill that somebody who loads it has to know. */
export function skillHelp(skill: SkillPreview): HelpPart[] {
  const { name, version, source, description, parameters, tools, problem, example } = skill;
  const needs = [...skill.required_packages, ...skill.required_env_vars];
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
        `await agent.add_skill('${name}'${example?.params ? `, ${code(example.params)}` : ''})`,
        ...(example ? [`await agent.call_tool('${example.tool}', ${code(example.args ?? {})})`] : []),
      ],
    },
    ...(example ? [{ title: 'From a shell' }, { lines: [exampleCommand(name, example)] }] : []),
  ];
}

/** As people write it: keys without quotes, text in single ones. */
const code = (value: unknown) => inspect(value, { depth: 8, breakLength: Number.POSITIVE_INFINITY });

/** `integer, 1 to 3, default 1. How often.` */
function entryText({
  type,
  required,
  required_without,
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
    required_without && `required without ${required_without}`,
    hidden && 'secret',
    env_var && `or ${env_var} in the environment`,
    allowed && `one of ${allowed.join(', ')}`,
    min !== undefined && `from ${min}`,
    max !== undefined && `up to ${max}`,
    entry.default !== undefined && `default ${JSON.stringify(entry.default)}`,
  ];
  return `${facts.filter(Boolean).join(', ')}. ${entry.description}`;
}
