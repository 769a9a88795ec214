import { execFileSync } from 'node:child_process';
import { startRawKernel } from '../../support/raw-kernel.js';

const LINES = 20_000;
const MOST = 3;
const code = `for (let i = 0; i < ${LINES / 2}; i++) { console.log('out ' + i); console.error('err ' + i) }`;

/** Prints lines to both streams by turns, in a kernel and through pipes. Returns what is wrong with the ratio of times. */
export async function checkMixedOutput(): Promise<string> {
  const kernel = await startRawKernel();
  try {
    await kernel.run('1');
    const [pipes, cells] = [[], []] as [number[], number[]];
    for (let round = 0; round < 3; round++) {
      let begun = performance.now();
      execFileSync(process.execPath, ['-e', code], { stdio: 'pipe', maxBuffer: 1e9 });
      pipes.push(performance.now() - begun);
      begun = performance.now();
      const { outputs } = await kernel.run(code);
      cells.push(performance.now() - begun);
      for (const [name, word] of [
        ['stdout', 'out'],
        ['stderr', 'err'],
      ])
        if (
          outputs
            .filter((one) => one.name === name)
            .map((one) => one.text)
            .join('') !== linesOf(word ?? '')
        )
          return `${name} has not all lines in order`;
    }
    const ratio = Math.min(...cells) / Math.min(...pipes);
    process.stderr.write(`mixed output: ${ratio.toFixed(2)} times a pipe\n`);
    return ratio <= MOST ? '' : `${LINES} mixed lines take ${ratio.toFixed(1)} times as long as through pipes`;
  } finally {
    await kernel.kill();
  }
}

const linesOf = (word: string) => Array.from({ length: LINES / 2 }, (_, index) => `${word} ${index}\n`).join('');
