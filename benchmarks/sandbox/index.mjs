// `npm run bench:sandbox`: the simulator beside a bare HTTP server that answers a constant, and beside itself when it
// holds a hundred times as much. Prints ratios.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { built } from '../built.mjs';
import { median } from '../quantile.mjs';
import { load } from './load.mjs';

const ROUNDS = 5;
const REQUESTS = 6000;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
built('sandbox.js');

const servers = await Promise.all(
  ['bare', 'sandbox'].map(async (name) => {
    const child = fork(here('server.mjs'), [name]);
    const [target] = await once(child, 'message');
    return { name, child, target };
  }),
);
const speeds = { bare: [], sandbox: [], inProcess: [] };
for (let round = -1; round < ROUNDS; round++) {
  for (const { name, target } of servers) {
    const perSecond = await load(target, REQUESTS);
    if (round >= 0) speeds[name].push(perSecond);
  }
  const perSecond = JSON.parse(execFileSync(process.execPath, [here('in-process.mjs'), 'speed'], { encoding: 'utf8' }));
  if (round >= 0) speeds.inProcess.push(perSecond);
}
for (const { child } of servers) child.disconnect();

// Round by round, so that a slow moment of the machine weighs on both sides.
const against = (name) => median(speeds[name].map((speed, round) => speed / speeds.bare[round]));
console.log(`requests a second, median of ${ROUNDS} rounds: a get against a bare server's constant of that size`);
console.log(`  over loopback  × ${against('sandbox').toFixed(2)} (aim: at least 0.5)`);
console.log(`  in process     × ${against('inProcess').toFixed(2)} (aim: at least 2)`);

const growth = JSON.parse(execFileSync(process.execPath, [here('in-process.mjs'), 'growth'], { encoding: 'utf8' }));
console.log('\ncost with 10,000 numbers against 100');
console.log(`  a get   × ${growth.get.toFixed(2)} (aim: at most 1.5)`);
console.log(`  a page  × ${growth.page.toFixed(2)} (aim: at most 1.5)`);

const memory = JSON.parse(
  execFileSync(process.execPath, ['--expose-gc', here('in-process.mjs'), 'memory'], { encoding: 'utf8' }),
);
console.log('\nresident memory after 200,000 requests against 20,000');
console.log(`  × ${memory.toFixed(2)} (aim: at most 1.15)`);
