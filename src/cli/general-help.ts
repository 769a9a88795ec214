import { firstSentence, optionPairs, withWords } from '../commands/index.js';
import { commands } from './commands/index.js';
import { helpWidth, inPairs, wrapped } from './help/wrapped.js';
import { EVALUATION } from './options.js';
import { print } from './output.js';

export function printHelp(): number {
  const width = helpWidth();
  const { eval: _, json, help: ownHelp, version, ...modes } = EVALUATION;
  const uses = Object.entries(commands).map(([name, { words, actions, help }]): [string, string] => {
    const next = actions && Object.keys(actions).join('|');
    return [`patchbay ${withWords(name, next ?? words)}`, firstSentence(help)];
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
    wrapped('patchbay COMMAND --help shows the options of a command and an example.', 0, width),
    `${wrapped('Where requests go (default: the sandbox):', 0, width)}\n${inPairs(optionPairs(modes), width)}`,
    inPairs(optionPairs({ json, help: ownHelp, version }), width),
    wrapped(
      'Exit codes: 0 success · 1 your code or a request failed · 2 wrong usage, an unreadable file, or a question without a terminal · 3 a check found a difference, or a request is not recorded',
      0,
      width,
    ),
  ];
  return print(parts.join('\n\n'));
}
