import { commands } from '../../src/bench/commands/index.js';
import type { CliOption } from '../../src/cli/commands/command.js';
import { commands as words } from '../../src/cli/commands/index.js';
import { EVALUATION } from '../../src/cli/options.js';
import { GENERATED } from './reference-page.js';

/** What may be typed after a dot, from the same objects that run. */
export function dotCommandsPage(): string {
  const sections = commands.map(({ name, takes = '', help, ways = [] }) => {
    const rows = ways.map(([typed, does]) => `- \`${name} ${typed}\`: ${does}`);
    return `## \`${`${name} ${takes}`.trim()}\`\n\n${help}\n${rows.length > 0 ? `\n${rows.join('\n')}\n` : ''}`;
  });
  return `${GENERATED}# Dot commands\n\nA line that begins with a dot is a command of the bench. Tab completes commands and what follows them; \`.help COMMAND\`\nsays the same as this page.\n\n${sections.join('\n')}`;
}

/** What may be typed behind \`patchbay\`, from the same objects that run. */
export function commandLinePage(): string {
  const uses = Object.values(words).map(({ usage, help }) => `## \`patchbay ${usage}\`\n\n${help}\n`);
  const options = Object.entries<CliOption>(EVALUATION).map(([name, { short, type, help = '' }]) => {
    const value = type === 'boolean' ? '' : ' …';
    return `| \`--${name}${value}\`${short === undefined ? '' : `, \`-${short}\``} | ${help} |`;
  });
  return `${GENERATED}# The command line\n\nWithout a command, \`patchbay\` opens the bench on a terminal, and runs what comes through a pipe.\n\n| option | |\n|---|---|\n${options.join('\n')}\n\n${uses.join('\n')}`;
}
