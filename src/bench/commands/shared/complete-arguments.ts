import type { Suggestion } from '../../../assist/index.js';
import type { CommandOptions } from '../../../commands/index.js';
import { type CompletionContext, choices } from '../arguments/command.js';
import { optionNamed, promptOptions, promptUse, type Use } from './prompt-use.js';
import { suggestionsFor } from './suggestions.js';

/** Completes the last word: the value of an option, the name of an option, or an argument. */
export async function completeArguments(
  use: Use,
  words: readonly string[],
  context: CompletionContext,
): Promise<readonly Suggestion[]> {
  const options = promptOptions(use);
  const { takes, takesNext, words: usage = '' } = promptUse(use);
  const before = words.slice(0, -1);
  const last = words.at(-1) ?? '';
  const takesValue = (word: string | undefined) => optionNamed(options, word)?.type === 'string';
  const option = optionNamed(options, before.at(-1));
  if (option && takesValue(before.at(-1))) return suggestionsFor(option.takes ?? 'text', last, before, context);
  const given = before.filter((word, index) => !word.startsWith('-') && !takesValue(before[index - 1]));
  const slot = [takes, takesNext][given.length] ?? (usage.includes('…') ? takes : undefined);
  const isOption = last.startsWith('-') || (last === '' && (slot === undefined || given.length > 0));
  return [
    ...(slot === undefined || last.startsWith('-') ? [] : await suggestionsFor(slot, last, given, context)),
    ...(isOption ? optionNames(options, before) : []),
  ];
}

const optionNames = (options: CommandOptions, before: readonly string[]): Suggestion[] =>
  choices(
    Object.entries(options)
      .filter(([name, { multiple }]) => multiple || !before.includes(`--${name}`))
      .map(([name, { help }]) => [`--${name}`, help]),
  );
