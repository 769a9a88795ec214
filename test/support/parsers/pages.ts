import { isPublicAddress } from '../../../src/http/guarded/public-address.js';
import { askJson } from '../../../src/http/service/ask-json.js';
import { articleText } from '../../../src/skills/builtin/web_search/article.js';
import { MAIN_SCALE, qualityOf } from '../../../src/skills/builtin/web_search/quality.js';
import { redditPost } from '../../../src/skills/builtin/web_search/reddit.js';
import { readRobots } from '../../../src/web/crawl/robots.js';
import { decodeText } from '../../../src/web/fetch/charset.js';
import { unpacked } from '../../../src/web/fetch/content-encoding.js';
import { fetchPage } from '../../../src/web/fetch/fetch-page.js';
import { pageKey, typedAddress } from '../../../src/web/fetch/page-address.js';
import { sitemapOf } from '../../../src/web/fetch/sitemap.js';
import { boundedTree } from '../../../src/web/html/bounded-tree.js';
import { parseHtml } from '../../../src/web/html/parse-html.js';
import { extract } from '../../../src/web/select/extract.js';
import { compileSelectors, selectFields } from '../../../src/web/select/select.js';
import { inJson, jsonRecords, type OutsideParser, prose, text } from './parser.js';

const URL_OF_PAGE = 'https://site.example/';
const page = (bytes: Buffer, type: string) => ({
  url: URL_OF_PAGE,
  status: 200,
  type,
  text: text(bytes),
  mayKeep: true,
});
const answering = (body: Buffer, headers: Record<string, string>) => async () => ({
  url: URL_OF_PAGE,
  status: 200,
  headers,
  body,
});
const SETTINGS = { max_text_length: 10_000, clean_text: true, fields: [] } as const;

const paragraph = '<p class="a">The quick brown <b>fox</b> jumps over the <a href="/lazy">lazy dog</a>.</p>\n';
const html = (bytes: number) =>
  `<!doctype html><title>A page</title><body>${paragraph.repeat(Math.ceil(bytes / paragraph.length))}</body>`;
const around = [
  (hostile: string) => `<body>${hostile}</body>`,
  (hostile: string) => `<body><p title="${hostile}">a</p></body>`,
  (hostile: string) => `<table><tr><td>${hostile}`,
];
const small = parseHtml(html(2000));

/** Pages of the web and what belongs to them. */
export const PAGE_PARSERS: readonly OutsideParser[] = [
  {
    name: 'HTML as a tree',
    files: ['web/html/bounded-tree.ts'],
    ordinary: html,
    around,
    parse: (input) => boundedTree(text(input)).children.length,
  },
  {
    name: 'HTML as text',
    files: ['web/html/parse-html.ts', 'web/html/html-text.ts', 'web/select/extract.ts'],
    ordinary: html,
    around,
    parse: (input) => extract(page(input, 'text/html'), { ...SETTINGS, extract_type: 'fast_text' }),
  },
  {
    name: 'HTML as Markdown',
    files: ['web/html/markdown.ts'],
    ordinary: html,
    around,
    parse: (input) => extract(page(input, 'text/html'), { ...SETTINGS, extract_type: 'markdown' }),
  },
  {
    name: 'article of a page',
    files: ['skills/builtin/web_search/article.ts', 'skills/builtin/web_search/quality.ts'],
    ordinary: html,
    around,
    parse: async (input) => qualityOf(await articleText(text(input)), URL_OF_PAGE, 'quick fox', MAIN_SCALE),
  },
  {
    name: 'selectors on a page',
    files: ['web/select/xpath/evaluate.ts', 'web/select/xpath/tree.ts'],
    ordinary: html,
    around,
    parse: async (input) => {
      const { fields } = await compileSelectors({
        path: '//p[contains(., "fox")]//a/@href',
        css: 'p > a',
        last: '//p[last()]',
      });
      return selectFields(await parseHtml(text(input)), fields);
    },
  },
  {
    name: 'selector',
    files: ['web/select/select.ts', 'web/select/xpath/parse.ts', 'web/select/xpath/tokens.ts'],
    ordinary: (bytes) => `p${', p.name'.repeat(Math.ceil(bytes / 8))}`,
    around: [(hostile) => `//a[${hostile}]`, (hostile) => `p:has(${hostile})`, (hostile) => `p[title="${hostile}"]`],
    parse: async (input) => {
      const { fields } = await compileSelectors({ one: text(input) });
      return selectFields(await small, fields);
    },
  },
  {
    name: 'robots.txt',
    files: ['web/crawl/robots.ts'],
    ordinary: (bytes) => `User-agent: *\n${'Disallow: /private/folder\n'.repeat(Math.ceil(bytes / 26))}`,
    around: [(hostile) => `User-agent: *\nDisallow: ${hostile}\n`],
    parse: async (input) => {
      const send = answering(input.subarray(0, 500_000), { 'content-type': 'text/plain' });
      const rules = await readRobots(send, 'https://site.example', { user_agent: 'patchbay', timeoutMs: 1000 });
      return rules.allows('https://site.example/private/folder/page');
    },
  },
  {
    name: 'sitemap',
    files: ['web/fetch/sitemap.ts'],
    ordinary: (bytes) =>
      `<urlset>${'<url><loc>https://site.example/page</loc></url>\n'.repeat(Math.ceil(bytes / 49))}</urlset>`,
    around: [(hostile) => `<urlset><url><loc>${hostile}</loc></url></urlset>`, (hostile) => `<urlset>${hostile}`],
    parse: (input) => sitemapOf(page(input, 'text/xml'), 1000),
  },
  {
    name: 'address of a page',
    files: ['web/fetch/page-address.ts', 'http/guarded/public-address.ts'],
    ordinary: (bytes) => `https://site.example/${'page/'.repeat(Math.ceil(bytes / 5))}`,
    around: [(hostile) => `https://${hostile}/`, (hostile) => `https://site.example/?${hostile}`],
    parse: (input) => {
      const address = typedAddress(text(input));
      return [address && pageKey(address), isPublicAddress(text(input))];
    },
  },
  {
    name: 'charset of a page',
    files: ['web/fetch/charset.ts'],
    ordinary: html,
    around: [(hostile) => `<meta charset="${hostile}">`],
    parse: (input) => [decodeText(input), decodeText(Buffer.from('a'), text(input))],
  },
  {
    name: 'content encoding of a page',
    files: ['web/fetch/content-encoding.ts', 'web/fetch/fetch-page.ts'],
    ordinary: prose,
    parse: async (input) => {
      const encodings = ['gzip', 'deflate', 'br', 'gzip, gzip'];
      const pages = encodings.map((encoding) =>
        fetchPage(answering(input, { 'content-type': 'text/html', 'content-encoding': encoding }), URL_OF_PAGE, {
          timeoutMs: 1000,
        }),
      );
      await unpacked(input, 'gzip', 2 ** 21).catch(() => undefined);
      return Promise.allSettled(pages);
    },
  },
  {
    name: 'JSON of a service',
    files: ['http/service/ask-json.ts', 'skills/builtin/web_search/reddit.ts', 'skills/builtin/web_search/extract.ts'],
    ordinary: jsonRecords,
    around: [
      inJson,
      (hostile) => JSON.stringify([{ data: { children: [{ data: { title: hostile, selftext: hostile } }] } }]),
    ],
    parse: async (input) => {
      const send = answering(input, { 'content-type': 'application/json' });
      const { body } = await askJson(send, { method: 'GET', url: URL_OF_PAGE, headers: {} }, 1000);
      return redditPost(body, 'https://reddit.com/r/a');
    },
  },
];
