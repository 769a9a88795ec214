import type { CommandOption, CommandOptions } from './command-use.js';

/** The options as the help lists them: their spelling, and what they do. */
export const optionPairs = (options: CommandOptions): [string, string][] =>
  Object.entries(options).map(([name, option]) => [spelled(name, option), option.help]);

export const withWords = (typed: string, words = '') => `${typed} ${words}`.trim();

/** Formats an option for the help: `--port N`, `--output FILE, -o`. */
function spelled(name: string, option: CommandOption): string {
  const { type, short, multiple } = option;
  const value = type === 'boolean' ? '' : ` ${valueName(option)}${multiple ? ' …' : ''}`;
  return `--${name}${value}${short === undefined ? '' : `, -${short}`}`;
}

const PLACEHOLDERS = {
  file: 'FILE',
  recording: 'FILE',
  folder: 'DIR',
  profile: 'NAME',
  skill: 'NAME',
  tool: 'NAME',
  number: '+NUMBER',
  text: 'TEXT',
} as const;

function valueName({ takes = 'text', value }: CommandOption): string {
  if (value !== undefined) return value;
  if (typeof takes === 'function') return 'NAME';
  return typeof takes === 'string' ? PLACEHOLDERS[takes] : takes.join('|');
}

export const firstSentence = (text: string) => /^[\s\S]*?\.(?=\s|$)|[\s\S]+/.exec(text)?.[0] ?? '';
