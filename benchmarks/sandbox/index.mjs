// `npm run bench:sandbox`: the simulator beside a bare HTTP server that answers a constant, and beside itself when it
// holds a hundred times as much. Prints ratios.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { built } from '../built.mjs';
import { isQuick, promise, roundsOr } from '../promise.mjs';
import { median } from '../quantile.mjs';
import { load } from './load.mjs';

const ROUNDS = roundsOr(5);
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
promise('over loopback', against('sandbox'), { least: 0.5 });
promise('in process', against('inProcess'), { least: 2 });

const growth = JSON.parse(execFileSync(process.execPath, [here('in-process.mjs'), 'growth'], { encoding: 'utf8' }));
console.log('\ncost with 10,000 numbers against 100');
promise('a get', growth.get, { most: 1.5 });
promise('a page', growth.page, { most: 1.5 });

const creation = execFileSync(process.execPath, [here('in-process.mjs'), 'creation'], { encoding: 'utf8' });
promise('creating the 50,000th of any family', JSON.parse(creation), { most: 2 });

const call = execFileSync(process.execPath, [here('in-process.mjs'), 'call'], { encoding: 'utf8' });
promise('a call through 20 steps against a get in process', JSON.parse(call), { most: 40 });

const calls = execFileSync(process.execPath, [here('in-process.mjs'), 'calls'], { encoding: 'utf8' });
promise('1,000 calls side by side against 250', JSON.parse(calls), { most: 6 });

if (!isQuick) {
  const memory = execFileSync(process.execPath, ['--expose-gc', here('in-process.mjs'), 'memory'], {
    encoding: 'utf8',
  });
  promise('resident memory after 200,000 requests against 20,000', JSON.parse(memory), { most: 1.15 });
  const used = execFileSync(process.execPath, ['--expose-gc', here('in-process.mjs'), 'callMemory'], {
    encoding: 'utf8',
  });
  const added = execFileSync(process.execPath, ['--expose-gc', here('in-process.mjs'), 'storyMemory'], {
    encoding: 'utf8',
  });
  promise('heap that 10,000 calls add, against their stories as JSON', JSON.parse(added), { most: 1.5 });
  promise('memory in use after 100,000 calls through 20 steps against 10,000', JSON.parse(used), { most: 1.15 });
}
