import { sharedCommands } from '../../../commands/index.js';
import { fileInShell } from '../../../util/index.js';
import type { Equivalent } from './foreign-syntax.js';

const COMMAND = /^(?:npx\s+)?patchbay\s+((?:--?)?[\w./~][^\n]*)$/;
const SCRIPT = /\.(?:[cm]?[jt]sx?|ipynb|md)$/i;
const DOCUMENT = /\.(?:ya?ml|json|ndjson|xml)$/i;

/** Returns what to type in place of a command line of Patchbay. Only the commands of the prompt are named with a dot. */
export function patchbayCommand(text: string): Equivalent | undefined {
  const [, rest] = COMMAND.exec(text.trim()) ?? [];
  if (rest === undefined) return undefined;
  const [, name = '', after = ''] = /^(\S*)\s*(.*)$/.exec(rest) ?? [];
  if (name === 'help') return { advice: `To see help, type \`${`.help ${after}`.trim()}\`` };
  if (name === 'run' && /^[^\s-]\S*$/.test(after)) return { advice: `To run a file, type \`.load ${after}\`` };
  if (SCRIPT.test(rest) && /^[^\s-]\S*$/.test(rest)) return { advice: `To run a file, type \`.load ${rest}\`` };
  if (DOCUMENT.test(rest) && /^[^\s-]\S*$/.test(rest))
    return {
      advice: `To check a call document, type \`.check ${fileInShell(rest)}\`. To explain a recording, type \`.explain ${fileInShell(rest)}\``,
    };
  const command = Object.hasOwn(sharedCommands, name) ? sharedCommands[name] : undefined;
  if (command && !isOfShell(command, after)) {
    const typed = command.actionOf === undefined ? `.${name}` : `.${command.actionOf} ${name}`;
    return { advice: `Here, commands begin with a dot: type \`${`${typed} ${after}`.trim()}\`` };
  }
  const isCommand = name !== '' && !name.startsWith('-');
  return {
    advice: `\`${text.trim()}\` is a command of a terminal. Run it there`,
    ...(isCommand && { atPrompt: `To run a command of a terminal, type \`!${text.trim()}\`` }),
  };
}

type Shared = (typeof sharedCommands)[string];

/** Whether an action, an option or a form of the command is not at the prompt. */
function isOfShell({ actions = {}, options = {} }: Shared, after: string): boolean {
  const words = after.split(/\s+/);
  const action = Object.hasOwn(actions, words[0] ?? '') ? actions[words[0] ?? ''] : undefined;
  const all = { ...options, ...action?.options };
  const named = words.flatMap((word) => /^--([\w-]+)/.exec(word)?.[1] ?? []);
  return (
    action?.shellOnly !== undefined ||
    words.includes('-') ||
    named.some((name) => Object.hasOwn(all, name) && all[name]?.shellOnly !== undefined)
  );
}
