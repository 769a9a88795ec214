import { type CommandOptions, firstSentence, optionPairs, type SharedUse, withWords } from '../../../commands/index.js';
import { groupBy } from '../../../util/index.js';

/** A description without actions, or one action of it. */
export type Use = Omit<SharedUse, 'options'> & { readonly options?: CommandOptions };

/** The arguments and the help as the prompt shows them, where they are not those of the shell. */
export const promptUse = <T extends Pick<Use, 'atPrompt' | 'help'>>(use: T): T => ({ ...use, ...use.atPrompt });

/** The options without those that only shells have. */
export const promptOptions = ({ options = {} }: Pick<Use, 'options'>): CommandOptions =>
  Object.fromEntries(Object.entries(options).filter(([, { shellOnly }]) => shellOnly === undefined));

/** Returns the option that a word names. */
export function optionNamed(options: CommandOptions, word = ''): CommandOptions[string] | undefined {
  const name = /^--([^=]+)/.exec(word)?.[1] ?? Object.keys(options).find((one) => word === `-${options[one]?.short}`);
  return name !== undefined && Object.hasOwn(options, name) ? options[name] : undefined;
}

/** The arguments for the help, such as `FILE [N] [options]`. */
export function usageAtPrompt(use: Use): string {
  const hasOptions = Object.keys(promptOptions(use)).length > 0;
  return `${promptUse(use).words ?? ''}${hasOptions ? ' [options]' : ''}`.trim();
}

/** The forms of a command for its help: its arguments, its options and its formats. */
export async function formsAtPrompt(use: Use): Promise<[usage: string, help: string][]> {
  const { words = '', help } = promptUse(use);
  const details = help.slice(firstSentence(help).length).trim();
  const formats = (await use.formats?.()) ?? [];
  return [
    ...(details === '' ? [] : [[words, details] satisfies [string, string]]),
    ...optionPairs(promptOptions(use)),
    ...shellOnlyPairs(use),
    ...formats.map(({ name, summary }): [string, string] => [`format ${name}`, summary]),
  ];
}

/** The options that only shells have, with the reason. */
export function shellOnlyPairs({ options = {} }: Pick<Use, 'options'>): [string, string][] {
  const byReason = groupBy(Object.entries(options), ([, { shellOnly = '' }]) => shellOnly);
  return [...byReason].flatMap(([reason, same]) =>
    reason === ''
      ? []
      : [[same.map(([name]) => `--${name}`).join(', '), `Not at the prompt. ${reason}`] satisfies [string, string]],
  );
}

/** The forms of an action: its arguments with all of its help, and its options. */
export async function formsOfAction(action: string, use: Use): Promise<[usage: string, help: string][]> {
  const { help } = promptUse(use);
  return [
    [withWords(action, usageAtPrompt(use)), help.replace(/\.$/, '')],
    ...(await formsAtPrompt({ ...use, help: '', atPrompt: {} })),
  ];
}
