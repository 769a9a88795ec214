// One crawl in its own process, so that its peak memory is measured alone: `node crawl.mjs ORIGIN PAGES`.
import { Crawler } from '../../dist/skills/spider.js';

const [origin, pages] = process.argv.slice(2);
const crawler = new Crawler({
  max_pages: Number(pages),
  max_depth: 5,
  delay: 0,
  concurrent_requests: 5,
  extract_type: 'markdown',
});
const begun = performance.now();
const result = await crawler.crawl(`${origin}/${pages}/0`, { time_limit: 600 });
const seconds = (performance.now() - begun) / 1000;
await crawler.close();
if (result.pages.length !== Number(pages)) throw new Error(`${result.pages.length} of ${pages} pages were read`);
console.log(JSON.stringify({ seconds, peak: process.resourceUsage().maxRSS }));
