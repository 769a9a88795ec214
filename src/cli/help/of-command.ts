import { type CommandUse, firstSentence, optionPairs, withWords } from '../../commands/index.js';
import type { CliCommand } from '../command.js';
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

async function helpOfUse(typed: string, use: CommandUse, width: number): Promise<string> {
  const pairs = optionPairs(use.options ?? {});
  const hasOptions = pairs.length > 0;
  const formats = (await use.formats?.()) ?? [];
  return [
    withWords(typed, use.words) + (hasOptions && !use.words?.includes('[options]') ? ' [options]' : ''),
    wrapped(use.help, 0, width),
    ...(hasOptions ? [inPairs(pairs, width)] : []),
    ...(formats.length > 0
      ? [
          `Formats:\n${inPairs(
            formats.map(({ name, summary }) => [name, summary] as const),
            width,
          )}`,
        ]
      : []),
    `Example:\n  ${use.example}`,
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}
