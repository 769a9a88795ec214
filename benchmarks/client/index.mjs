// `npm run bench:client`: requests a second, CPU and allocation per request, side by side in one run. Prints ratios.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isQuick, promise, roundsOr } from '../promise.mjs';
import { median } from '../quantile.mjs';
import { contenders } from './contenders.mjs';

const ROUNDS = roundsOr(5);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const server = fork(here('server.mjs'));
const [port] = await once(server, 'message');
const url = `http://127.0.0.1:${port}`;

const measure = (name, concurrency) => {
  const requests = concurrency === 1 ? 4000 : 10000;
  const flags = ['--expose-gc', '--max-semi-space-size=256'];
  return JSON.parse(
    execFileSync(process.execPath, [...flags, here('measure.mjs'), name, url, concurrency, requests], {
      encoding: 'utf8',
    }),
  );
};

/** The guard compares only with what is promised. */
const names = isQuick ? ['ours', 'raw socket'] : Object.keys(contenders);
for (const concurrency of isQuick ? [50] : [1, 50]) {
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) for (const name of names) results[name].push(measure(name, concurrency));
  // Round by round, so that a slow moment of the machine weighs on both sides.
  const ratio = (name, field) => median(results.ours.map((own, round) => own[field] / results[name][round][field]));
  console.log(`\nconcurrency ${concurrency}, median of ${ROUNDS} rounds: ours against`);
  for (const name of names.filter((one) => one !== 'ours')) {
    const [speed, cpu, bytes] = ['perSecond', 'cpuMicroseconds', 'bytes'].map((field) => ratio(name, field).toFixed(2));
    console.log(`  ${name.padEnd(22)} requests/s × ${speed}   CPU × ${cpu}   allocation × ${bytes}`);
  }
  if (concurrency === 50)
    promise('requests a second at concurrency 50, against a raw socket', ratio('raw socket', 'perSecond'), {
      least: 0.55,
    });
}
server.disconnect();
