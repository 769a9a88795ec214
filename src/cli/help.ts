import { commands } from './commands/index.js';
import { FINE } from './exit-codes.js';

export function printHelp(): number {
  const usages = Object.values(commands).map(({ usage, help }) => `  patchbay ${usage}\n      ${help}`);
  process.stdout.write(`Patchbay: an interactive bench for a cloud voice and messaging platform.

  patchbay                     open the bench
  patchbay -e 'CODE'           evaluate TypeScript and print the value
  … | patchbay                 run a script from standard input
${usages.join('\n')}

Where requests go (the sandbox unless told otherwise):
  --sandbox                    a local simulator; recordings answer for the services that skills ask. Nothing leaves
                               this machine
  --replay FILE                a recording; where a request departs from it, the sandbox goes on (--check: exit 3)
  --live                       the real platform, with PLATFORM_PROJECT_ID, PLATFORM_API_TOKEN, PLATFORM_SPACE, and the
                               real services
  --record FILE                also write down every exchange; in the end, people and numbers in it become
                               ordinals (--no-redact keeps them; known secrets are cut in any case)

  --json                       print values as JSON
  --version, --help

Exit codes: 0 fine · 1 code or request failed · 2 wrong usage · 3 a check found a difference,
or a recording lacks what was asked
`);
  return FINE;
}
