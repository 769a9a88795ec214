import { checkCorpus } from './corpus.js';
import { checkInterrupt } from './interrupt.js';
import { createJupyter } from './jupyter.js';

// One line for each proof; the exit code says whether all held.
const jupyter = createJupyter();
const proofs: [string, () => Promise<string>][] = [
  [
    'a busy loop behind an await is interrupted by a Jupyter client, and variables survive',
    () => checkInterrupt(jupyter),
  ],
  ['the corpus of the evaluator gives the same values through the kernel', checkCorpus],
];

for (const [claim, prove] of proofs) {
  const problem = await prove().catch((error) => (error as Error).message);
  process.stdout.write(problem ? `not ok ${claim}\n${problem.replace(/^/gm, '  ')}\n` : `ok ${claim}\n`);
  if (problem) process.exitCode = 1;
}
jupyter.remove();
