// `npm run bench:spider`: a crawl of a thousand pages against the time that the site alone takes and against a crawl of
// a hundred, and a search against its deadline. Prints ratios.
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { built } from '../built.mjs';

const AT_ONCE = 5;
const LATENCY = 0.05;
const DEADLINE = 2;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
built('skills/spider.js');

const site = fork(here('site.mjs'));
const [origin] = await once(site, 'message');
const measured = async (script, ...args) => {
  const { stdout } = await promisify(execFile)(process.execPath, [here(script), origin, ...args], {
    env: { ...process.env, PLATFORM_ALLOW_PRIVATE_URLS: 'true' },
  });
  return JSON.parse(stdout);
};
const hundred = await measured('crawl.mjs', '100');
const thousand = await measured('crawl.mjs', '1000');
const search = await measured('search.mjs', String(DEADLINE));
site.disconnect();

// The first page alone, and then as many as may be on their way at once.
const ideal = LATENCY + Math.ceil(999 / AT_ONCE) * LATENCY;
console.log('1,000 pages of 20 KB, 50 ms away, 5 at once, turned into markdown');
console.log(`  time against the ideal         × ${(thousand.seconds / ideal).toFixed(2)} (aim: at most 1.3)`);
console.log(`  peak of memory against 100's   × ${(thousand.peak / hundred.peak).toFixed(2)} (aim: at most 1.5)`);
console.log('\na search whose pages never answer');
console.log(`  time against its deadline      × ${(search.seconds / DEADLINE).toFixed(2)} (aim: at most 1.1)`);
