import type { ParameterSchema } from '../../index.js';

export const DEFAULT_PREFIX = 'skill_';

export const MARKDOWN_PARAMETERS = {
  tool_name: {
    type: 'string',
    description: 'Distinguishes several instances. It is the prefix of the tool names if tool_prefix is not set.',
  },
  skills_path: { type: 'string', description: 'Folder that contains the skill directories.', required: true },
  include: {
    type: 'array',
    description: 'Patterns of the directories to load.',
    default: ['*'],
    items: { type: 'string' },
  },
  exclude: {
    type: 'array',
    description: 'Patterns of the directories to skip.',
    default: [],
    items: { type: 'string' },
  },
  prompt_title: { type: 'string', description: 'Title of a prompt section before those of the skills.' },
  prompt_intro: { type: 'string', description: 'Text of that section.' },
  skill_descriptions: {
    type: 'object',
    description: 'Tool descriptions by skill name. They replace those of the files.',
    default: {},
  },
  tool_prefix: { type: 'string', description: `Prefix of the tool names. The default is ${DEFAULT_PREFIX}.` },
  response_prefix: { type: 'string', description: 'Text before every result.', default: '' },
  response_postfix: { type: 'string', description: 'Text after every result.', default: '' },
  allow_shell_injection: {
    type: 'boolean',
    description: 'Run the commands that the files contain as !`command`. They run with your permissions.',
    default: false,
  },
  allow_script_execution: {
    type: 'boolean',
    description: 'List scripts and other files in the prompt. They are not run.',
    default: false,
  },
  ignore_invocation_control: {
    type: 'boolean',
    description: 'Define a tool for every skill, even if its file forbids it.',
    default: false,
  },
  shell_timeout: { type: 'integer', description: 'Timeout of a command in seconds.', default: 30, min: 1, max: 600 },
} as const satisfies ParameterSchema;
