// The prompt of a terminal that can only print, on pipes; dumb-prompt.test.ts types into it.
import { createBench } from '../../src/bench/index.js';
import { openPlain } from '../../src/repl/open-plain.js';

process.exitCode = await openPlain({ bench: async () => createBench() });
