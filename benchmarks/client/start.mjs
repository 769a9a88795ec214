// A process that imports the client and makes one, against a process that does nothing: whole processes, in turn.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMs } from '../cpu.mjs';
import { promise, roundsOr } from '../promise.mjs';

const ROUNDS = roundsOr(21);
const folder = mkdtempSync(join(tmpdir(), 'client-start-'));
const program = join(folder, 'program.mjs');
const entry = new URL('../../dist/client.js', import.meta.url).href;
writeFileSync(
  program,
  `import { RestClient } from '${entry}';\nnew RestClient({ project: 'p', token: 't', host: 'space.example' });\n`,
);

const ratios = [];
for (let round = 0; round <= ROUNDS; round++) {
  const ratio = (await cpuMs([program])) / (await cpuMs(['-e', '0']));
  if (round > 0) ratios.push(ratio); // the first one warms the disk
}
rmSync(folder, { recursive: true });
ratios.sort((a, b) => a - b);
console.log(`the ratios are from ${ratios[0].toFixed(2)} to ${ratios[ROUNDS - 1].toFixed(2)} in ${ROUNDS} rounds`);
promise('import and construct the client, against node -e 0', ratios[ROUNDS >> 1], { most: 1.6 });
