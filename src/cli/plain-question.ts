import { createInterface } from 'node:readline/promises';
import type { Ask } from '../bench/index.js';
import { TransportFault } from '../http/index.js';
import { clean } from '../show/index.js';

/** Asks questions outside of the bench. They go to stderr on a terminal, and fail elsewhere. */
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
