import { commands } from '../commands/index.js';
import { FINE } from '../exit-codes.js';
import { EVALUATION } from '../options.js';
import { writeOut } from '../output.js';
import { firstSentence, optionPairs, withWords } from './of-command.js';
import { helpWidth, inPairs, wrapped } from './wrapped.js';

export function printHelp(): number {
  const width = helpWidth();
  const { eval: _, json, help, version, ...where } = EVALUATION;
  const uses = Object.entries(commands).map(([name, { words, actions, help: says }]): [string, string] => {
    const next = actions && Object.keys(actions).join('|');
    return [`patchbay ${withWords(name, next ?? words)}`, firstSentence(says)];
  });
  const parts = [
    wrapped('Patchbay: an interactive bench for a cloud voice and messaging platform.', 0, width),
    inPairs(
      [
        ['patchbay', 'open the bench'],
        ["patchbay -e 'CODE'", 'evaluate TypeScript and print the value'],
        ['… | patchbay', 'run a script from standard input'],
        ...uses,
      ],
      width,
    ),
    wrapped('patchbay COMMAND --help says what a command takes, and shows it at work.', 0, width),
    `${wrapped('Where requests go (the sandbox unless told otherwise):', 0, width)}\n${inPairs(optionPairs(where), width)}`,
    inPairs(optionPairs({ json, help, version }), width),
    wrapped(
      'Exit codes: 0 fine · 1 code or request failed · 2 wrong usage, or a question that nobody can answer · 3 a check found a difference, or a recording lacks what was asked',
      0,
      width,
    ),
  ];
  writeOut(`${parts.join('\n\n')}\n`);
  return FINE;
}
