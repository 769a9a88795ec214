import type { ParameterSchema } from '../../index.js';

export const USUAL_PREFIX = 'skill_';

export const MARKDOWN_PARAMETERS: ParameterSchema = {
  tool_name: {
    type: 'string',
    description: 'Tells several instances apart; the names of the tools begin with it when there is no tool_prefix.',
  },
  skills_path: { type: 'string', description: 'The folder with the directories.', required: true },
  include: { type: 'array', description: 'Patterns of the directories to load.', default: ['*'] },
  exclude: { type: 'array', description: 'Patterns of the directories to leave out.', default: [] },
  prompt_title: { type: 'string', description: 'Title of a section before those of the skills.' },
  prompt_intro: { type: 'string', description: 'Text of that section.' },
  skill_descriptions: {
    type: 'object',
    description: 'Descriptions by name of a skill, in place of its own.',
    default: {},
  },
  tool_prefix: { type: 'string', description: `What the names of the tools begin with, usually ${USUAL_PREFIX}.` },
  response_prefix: { type: 'string', description: 'Text before every answer.', default: '' },
  response_postfix: { type: 'string', description: 'Text behind every answer.', default: '' },
  allow_shell_injection: {
    type: 'boolean',
    description: 'Run the commands that stand in the files as !`command`. They run as you, with your rights.',
    default: false,
  },
  allow_script_execution: {
    type: 'boolean',
    description: 'Tell the model which scripts and other files there are. Nothing runs them.',
    default: false,
  },
  ignore_invocation_control: {
    type: 'boolean',
    description: 'Make a tool of every skill, also where its file forbids it.',
    default: false,
  },
  shell_timeout: { type: 'integer', description: 'Seconds that a command may take.', default: 30, min: 1, max: 600 },
};
