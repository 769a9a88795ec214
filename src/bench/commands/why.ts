import { explainError } from '../../assist/index.js';
import { Sheet } from '../../show/index.js';
import type { Command } from './command.js';

export const why: Command = {
  name: '.why',
  help: 'Explain the last error: what went wrong, and what to do now.',
  run(_asked, bench) {
    const failed = bench.log.events.findLast((event) => event.kind === 'error');
    if (failed?.kind !== 'error') return 'Nothing has failed yet.';
    return new Sheet(explainError(failed.error));
  },
};
