import { formsOf } from '../../src/bench/commands/arguments/command.js';
import { commands } from '../../src/bench/commands/index.js';
import type { CliCommand } from '../../src/cli/command.js';
import { commands as words } from '../../src/cli/commands/index.js';
import { EVALUATION } from '../../src/cli/options.js';
import { type CommandOptions, type CommandUse, optionPairs, withWords } from '../../src/commands/index.js';
import { GENERATED } from './reference-page.js';

/** Returns the page of dot commands, from the objects that run. */
export async function dotCommandsPage(): Promise<string> {
  const sections = commands.map(async (command) => {
    const { name, takes = '', help } = command;
    const rows = (await formsOf(command)).map(([typed, does]) => `- ${code(`${name} ${typed}`)}: ${does}`);
    return `## \`${`${name} ${takes}`.trim()}\`\n\n${help}\n${rows.length > 0 ? `\n${rows.join('\n')}\n` : ''}`;
  });
  return `${GENERATED}# Dot commands\n\nA line that starts with a dot is a command of the bench. Tab completes commands and their arguments. \`.help COMMAND\`\nprints the same help.\n\n${(await Promise.all(sections)).join('\n')}`;
}

/** A backtick in code needs a longer delimiter. */
const code = (text: string) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

/** Returns the page of the command line, from the objects that run. */
export async function commandLinePage(): Promise<string> {
  const uses = await Promise.all(Object.entries(words).map(([name, command]) => commandPart(name, command)));
  return `${GENERATED}# The command line\n\nWithout a command, \`patchbay\` opens the bench on a terminal, and runs a script from standard input otherwise.\n\`--help\` after a command prints the same help.\n\n${optionTable(EVALUATION)}\n${uses.join('\n')}`;
}

async function commandPart(name: string, command: CliCommand): Promise<string> {
  const { actions, help } = command;
  if (!actions) return partOf('##', `patchbay ${name}`, command);
  const parts = Object.entries(actions).map(([action, use]) => partOf('###', `patchbay ${name} ${action}`, use));
  return `## \`patchbay ${name}\`\n\n${help}\n\n${(await Promise.all(parts)).join('\n')}`;
}

async function partOf(mark: string, typed: string, use: CommandUse): Promise<string> {
  const { options = {}, formats } = use;
  const table = Object.keys(options).length > 0 ? `\n${optionTable(options)}` : '';
  const list = (await formats?.())?.map(({ name, summary }) => `- \`${name}\`: ${summary}\n`).join('') ?? '';
  return `${mark} \`${withWords(typed, use.words)}\`\n\n${use.help}\n${table}${list === '' ? '' : `\nFormats:\n\n${list}`}\n\`\`\`sh\n${use.example}\n\`\`\`\n`;
}

function optionTable(options: CommandOptions): string {
  const rows = optionPairs(options).map(([option, help]) => `| \`${option.replaceAll('|', '\\|')}\` | ${help} |`);
  return `| option | |\n|---|---|\n${rows.join('\n')}\n`;
}
