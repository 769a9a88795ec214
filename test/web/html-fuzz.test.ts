import { describe, expect, it } from 'vitest';
import { guardedTransport } from '../../src/http/index.js';
import { Crawler } from '../../src/skills/builtin/spider.js';
import { WebSearchScraper } from '../../src/skills/builtin/web_search.js';
import { type Random, seeded } from '../support/random.js';
import { sampled } from '../support/rotation.js';
import { site } from '../support/site.js';

// Longer by hand: FUZZ_PAGES=5000 FUZZ_SEED=7 npx vitest run test/web/html-fuzz.test.ts
const { FUZZ_PAGES = '80', FUZZ_SEED = '1' } = process.env;
const count = Number(FUZZ_PAGES);

const NAMES =
  'html head body title base p div span a b li ul ol table tr td th thead caption select option form button script style textarea svg math template noscript iframe plaintext xmp h1 br img pre blockquote code dl dt dd nav article main header x-y'.split(
    ' ',
  );
const TEXTS = ['word ', 'Sentences end. ', '&amp;', '&#x0;', '&#99999999;', '&', '<', '>', ']]>', '\u0000', '\ud800'];
const MARKS = [
  '<!--',
  '-->',
  '<!-- a --!>',
  '<![CDATA[',
  '<!doctype html>',
  '<?xml version="1.0"?>',
  '</',
  '<a href="',
];
const VALUES = [
  '',
  '"/1"',
  "'//x'",
  '/2',
  '"javascript:alert(1)"',
  '"http://[::1"',
  '"&quot;',
  '"\u0000"',
  '#a',
  '"../3"',
];

function randomPage(random: Random): string {
  const piece = (): string => {
    switch (random.below(12)) {
      case 0:
        return random.pick(MARKS);
      case 1:
        return random.text(random.below(40), '<>/="\' a-!&;\t\n\u202e𝒳');
      case 2:
      case 3:
        return `</${random.pick(NAMES)}${random.pick(['>', ' >', '', '/>'])}`;
      case 4:
        return `<${random.pick(NAMES)}>`.repeat(random.pick([1, 3, 1000]));
      case 5:
        return random.pick(TEXTS).repeat(random.pick([1, 5, 2000]));
      case 6:
      case 7:
      case 8:
        return `<${random.pick(NAMES)} ${random.pick(['href', 'class', 'charset', 'alt', 'x:y', '='])}=${random.pick(VALUES)}>`;
      default:
        return random.pick(TEXTS);
    }
  };
  return Array.from({ length: random.below(random.pick([5, 50, 400])) }, piece).join('');
}

const all = Array.from({ length: count }, (_, at) => randomPage(seeded(Number(FUZZ_SEED) * 1_000_003 + at)));
const pages = sampled(all, (_, at) => at < 16 || process.env.FUZZ_PAGES !== undefined);

describe('for random pages', () => {
  it.each(['fast_text', 'markdown', 'structured'] as const)(
    'spider returns %s or an explanation',
    async (extract_type) => {
      const { url } = await site(Object.fromEntries(pages.map((page, index) => [`/page/${index}`, page])));
      const transport = guardedTransport({ allowPrivate: true });
      const crawler = new Crawler({
        transport,
        delay: 0,
        follow_robots_txt: false,
        extract_type,
        selectors: {
          heading: 'h1',
          cell: '//table//td[2]',
          link: '//a/@href',
          first: 'a[href]::attr(href)',
          own: 'p > b',
        },
      });
      for (const at of pages.keys()) {
        const { text, links, data } = await crawler.read(`${url}/page/${at}`);
        expect(text.length).toBeLessThanOrEqual(crawler.settings.max_text_length);
        expect(text).not.toMatch(/[\x00-\x08\u202e]|\p{Cs}/u);
        expect(links.filter((link) => !/^https?:/.test(link))).toEqual([]);
        if (extract_type === 'structured')
          expect(Object.keys(data ?? {})).toEqual(['heading', 'cell', 'link', 'first', 'own']);
      }
      await Promise.all([crawler.close(), transport.close?.()]);
    },
  );

  it('web_search returns a text and its metrics', async () => {
    const { url } = await site(Object.fromEntries(pages.map((page, index) => [`/page/${index}`, page])));
    const transport = guardedTransport({ allowPrivate: true });
    const scraper = new WebSearchScraper({ api_key: 'none', search_engine_id: 'none', transport });
    for (const at of pages.keys()) {
      const [text, metrics] = await scraper.extract_text_from_url(`${url}/page/${at}`);
      expect(text).not.toMatch(/[\x00-\x08\u202e]|\p{Cs}/u);
      expect(metrics.quality_score).toBeGreaterThanOrEqual(0);
      expect(metrics.quality_score).toBeLessThanOrEqual(1);
    }
    await Promise.all([scraper.close(), transport.close?.()]);
  });
});
