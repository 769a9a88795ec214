import { type CliCommand, type CliOption, type CliOptions, type CliUse, optionsOf } from '../command.js';
import { inPairs, wrapped } from './wrapped.js';

export async function helpOf(name: string, command: CliCommand, action: string | undefined, width: number) {
  const use = action === undefined ? undefined : command.actions?.[action];
  if (use) return helpOfUse(`patchbay ${name} ${action}`, use, width);
  if (!command.actions) return helpOfUse(`patchbay ${name}`, command, width);
  const actions = Object.entries(command.actions);
  return [
    wrapped(command.help, 0, width),
    inPairs(
      actions.map(([word, { words, help }]) => [`patchbay ${name} ${withWords(word, words)}`, firstSentence(help)]),
      width,
    ),
    wrapped(
      `patchbay ${name} ${actions[0]?.[0]} --help shows its options. The other actions work the same way.`,
      0,
      width,
    ),
    '',
  ].join('\n\n');
}

async function helpOfUse(typed: string, use: CliUse, width: number): Promise<string> {
  const options = await optionsOf(use);
  const hasOptions = Object.keys(options).length > 0;
  return [
    withWords(typed, use.words) + (hasOptions && !use.words?.includes('[options]') ? ' [options]' : ''),
    wrapped(use.help, 0, width),
    ...(hasOptions ? [inPairs(optionPairs(options), width)] : []),
    `Example:\n  ${use.example}`,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

export const optionPairs = (options: CliOptions): [string, string][] =>
  Object.entries(options).map(([name, option]) => [spelled(name, option), option.help]);

export const withWords = (typed: string, words = '') => `${typed} ${words}`.trim();

/** Formats an option for the help: `--port N`, `--output FILE, -o`. */
export function spelled(name: string, option: CliOption): string {
  const { type, short, multiple } = option;
  const value = type === 'boolean' ? '' : ` ${valueName(option)}${multiple ? ' …' : ''}`;
  return `--${name}${value}${short === undefined ? '' : `, -${short}`}`;
}

function valueName({ takes = 'text', value }: CliOption): string {
  if (value !== undefined) return value;
  if (typeof takes !== 'string') return takes.join('|');
  return { file: 'FILE', recording: 'FILE', folder: 'DIR', profile: 'NAME', skill: 'NAME', tool: 'NAME', text: 'TEXT' }[
    takes
  ];
}

export const firstSentence = (text: string) => /^[\s\S]*?\.(?=\s|$)|[\s\S]+/.exec(text)?.[0] ?? '';
