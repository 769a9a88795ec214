import type { CommandOption, CommandOptions } from './command-use.js';

/** The options as the help lists them: their spelling, and what they do. */
export const optionPairs = (options: CommandOptions): Promise<[string, string][]> =>
  Promise.all(
    Object.entries(options).map(
      async ([name, option]): Promise<[string, string]> => [await spelled(name, option), option.help],
    ),
  );

export const withWords = (typed: string, words = '') => `${typed} ${words}`.trim();

/** Formats an option for the help: `--port N`, `--output FILE, -o`. */
export async function spelled(name: string, option: CommandOption): Promise<string> {
  const { type, short, multiple } = option;
  const value = type === 'boolean' ? '' : ` ${await valueName(option)}${multiple ? ' …' : ''}`;
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

async function valueName({ takes = 'text', value }: CommandOption): Promise<string> {
  if (value !== undefined) return value;
  if (typeof takes === 'string') return PLACEHOLDERS[takes];
  return (typeof takes === 'function' ? (await takes()).map(({ name }) => name) : takes).join('|');
}

export const firstSentence = (text: string) => /^[\s\S]*?\.(?=\s|$)|[\s\S]+/.exec(text)?.[0] ?? '';
