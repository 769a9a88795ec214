// One client in its own process: measure.mjs NAME URL CONCURRENCY REQUESTS. Prints one line of JSON.
import { contenders } from './contenders.mjs';

const [, , name, url, concurrency, requests] = process.argv;
const call = await contenders[name](url);

async function run(count) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, worker));
}

await run(2000); // warm
// The young generation is not collected during the count, so all allocations are counted.
globalThis.gc();
const heap = process.memoryUsage().heapUsed;
await run(1000);
const bytes = (process.memoryUsage().heapUsed - heap) / 1000;

const cpu = process.cpuUsage();
const begun = performance.now();
await run(Number(requests));
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ perSecond: requests / seconds, cpuMicroseconds: (user + system) / requests, bytes }));
process.exit();
