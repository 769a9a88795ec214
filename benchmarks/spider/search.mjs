// A web search whose pages never answer, against its deadline: `node search.mjs ORIGIN SECONDS`.
import { WebSearchScraper } from '../../dist/skills/web_search.js';

const [origin, deadline] = process.argv.slice(2);
const provider = {
  search: async (_, count) =>
    Array.from({ length: count }, (_, at) => ({ title: `Page ${at}`, link: `${origin}/never`, snippet: 'Nothing.' })),
};
const scraper = new WebSearchScraper({ api_key: 'none', search_engine_id: 'none', provider });
const begun = performance.now();
await scraper.search_and_scrape_best('solar', { overall_deadline: Number(deadline), per_page_timeout: 600 });
const seconds = (performance.now() - begun) / 1000;
await scraper.close();
console.log(JSON.stringify({ seconds }));
