export type { CrawledPage, CrawlProgress, CrawlResult, ReadPage } from './crawl/crawl.js';
export { Crawler, type CrawlerOptions, type CrawlOptions } from './crawl/crawler.js';
export { CRAWL_DEFAULTS, type CrawlSettings } from './crawl/settings.js';
export { markedEncoding, statedEncoding, utf8Of } from './fetch/charset.js';
export { fetchPage, isHtml, PageError } from './fetch/fetch-page.js';
export { BLOCKS, inOneLine, textOf } from './html/html-text.js';
export { type HtmlNode, parseHtml, treeOf } from './html/parse-html.js';
export { cutMiddle } from './select/extract.js';
