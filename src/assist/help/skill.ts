import { inspect } from 'node:util';
import { exampleCommand, type ParameterEntry, type SkillPreview } from '../../skills/index.js';
import type { SheetPart } from '../../util/index.js';

export function skillHelp(skill: SkillPreview): SheetPart[] {
  const { name, version, source, description, parameters, tools, problem, with_params, example } = skill;
  // `missing_packages` leaves out required packages that are installed or that Patchbay replaces.
  const needs = [...skill.missing_packages, ...skill.required_env_vars];
  return [
    { title: `${name} ${version}` },
    `${onOneLine(description)} (${source}${skill.supports_multiple_instances ? '; load it several times with different values of tool_name' : ''})`,
    ...(needs.length > 0 ? [`It requires ${needs.join(', ')}.`] : []),
    ...(skill.env_vars.length > 0 ? [`It reads ${skill.env_vars.join(', ')} from the environment.`] : []),
    ...(skill.keys.length > 0 ? [`It needs a key: ${skill.keys.join(', ')}, or the parameter.`] : []),
    { title: 'Parameters' },
    parametersOf(parameters),
    ...(tools.length > 0 || problem ? [{ title: 'Tools' }] : []),
    ...tools.map(
      ({ name: tool, description: help, parameters: { properties, required = [] } }): SheetPart => ({
        pairs: [
          [tool, help],
          ...Object.entries(properties).map(
            ([argument, { type = 'any', description: meaning = '' }]): [string, string] => [
              `  ${argument}${required.includes(argument) ? '' : '?'}`,
              `${String(type)}. ${meaning}`,
            ],
          ),
        ],
      }),
    ),
    ...(problem
      ? [`${with_params ? 'It cannot be loaded' : 'Its tools depend on its parameters'}: ${onOneLine(problem)}`]
      : []),
    { title: 'Example' },
    {
      lines: [
        `await agent.add_skill('${name}'${example?.params ? `, ${code(example.params)}` : ''})`,
        ...(example ? [`await agent.call_tool('${example.tool}', ${code(example.args ?? {})})`] : []),
      ],
      of: 'TypeScript' as const,
    },
    ...(example ? [{ title: 'From a shell' }, { lines: [exampleCommand(name, example)], of: 'shell' as const }] : []),
  ];
}

/** Skills can come from third parties: a line break in a description must not start a new row of the help. */
const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function parametersOf(parameters: SkillPreview['parameters']): SheetPart {
  const entries = Object.entries(parameters);
  return {
    pairs: entries.map(([key, entry]) => [key, entryText(entry)]),
    grid: {
      head: ['parameter', 'type', 'required', 'default', 'description'],
      rows: entries.map(([key, entry]) => [
        key,
        entry.type,
        entry.required ? 'required' : '',
        entry.default === undefined ? '' : JSON.stringify(entry.default),
        [...limitsOf(entry).map((fact) => `${fact}.`), entry.description].join(' '),
      ]),
    },
  };
}

/** Formats a value as code, with unquoted keys and single quotes. */
const code = (value: unknown) => inspect(value, { depth: 8, breakLength: Number.POSITIVE_INFINITY });

/** Describes a parameter, such as `integer, from 1, up to 3, default 1. How often.` */
function entryText(entry: ParameterEntry): string {
  const facts = [
    entry.type,
    entry.required && 'required',
    ...limitsOf(entry),
    entry.default !== undefined && `default ${JSON.stringify(entry.default)}`,
  ];
  return `${facts.filter(Boolean).join(', ')}. ${entry.description}`;
}

/** Returns the restrictions of a parameter beyond its type. */
function limitsOf({ required_without, hidden, env_var, enum: allowed, min, max }: ParameterEntry): string[] {
  return [
    required_without ? `required without ${required_without}` : '',
    hidden ? 'secret' : '',
    env_var ? `or ${env_var} in the environment` : '',
    allowed ? `one of ${allowed.join(', ')}` : '',
    min === undefined ? '' : `from ${min}`,
    max === undefined ? '' : `up to ${max}`,
  ].filter(Boolean);
}
