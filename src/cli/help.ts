import type { CliOption } from './commands/command.js';
import { commands } from './commands/index.js';
import { FINE } from './exit-codes.js';
import { EVALUATION } from './options.js';

const WIDTH = 110;
const LEFT = 29;

export function printHelp(): number {
  const usages = Object.values(commands).map(({ usage, help }) => `  patchbay ${usage}\n${wrapped(help, 6)}`);
  const { eval: _, json, help, version, ...where } = EVALUATION;
  process.stdout.write(`Patchbay: an interactive bench for a cloud voice and messaging platform.

  patchbay                     open the bench
  patchbay -e 'CODE'           evaluate TypeScript and print the value
  … | patchbay                 run a script from standard input
${usages.join('\n')}

Where requests go (the sandbox unless told otherwise):
${optionLines(where)}

${optionLines({ json, help, version })}

Exit codes: 0 fine · 1 code or request failed · 2 wrong usage, or a question that nobody can answer ·
3 a check found a difference, or a recording lacks what was asked
`);
  return FINE;
}

const optionLines = (options: Readonly<Record<string, CliOption>>) =>
  Object.entries(options)
    .map(([name, { type, short, takes, help = '' }]) => {
      const value = type === 'boolean' ? '' : takes === 'file' ? ' FILE' : ' NAME';
      const left = `  --${name}${value}${short === undefined ? '' : `, -${short}`}`;
      return left.padEnd(LEFT) + wrapped(help, LEFT).slice(LEFT);
    })
    .join('\n');

function wrapped(text: string, indent: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string;
    if (line !== '' && indent + line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => ' '.repeat(indent) + line).join('\n');
}
