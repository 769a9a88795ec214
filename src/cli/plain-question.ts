import { createInterface } from 'node:readline/promises';
import type { Ask } from '../bench/index.js';
import { TransportFault } from '../http/index.js';
import { clean } from '../show/index.js';

/** Questions outside of the bench: on a terminal they are asked on stderr, elsewhere nobody can answer. */
export function plainQuestion(): { ask: Ask; wasUnanswered(): boolean } {
  let unanswered = false;
  return {
    wasUnanswered: () => unanswered,
    async ask(question) {
      if (!process.stdin.isTTY || !process.stderr.isTTY) {
        unanswered = true;
        throw new TransportFault('not_allowed', `nobody is here to answer “${question}”; --yes sends without asking`);
      }
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return /^y(es)?$/i.test((await lines.question(`${clean(question)} [y/N] `)).trim());
      } finally {
        lines.close();
      }
    },
  };
}
