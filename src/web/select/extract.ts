import type { CrawlSettings } from '../crawl/settings.js';
import { isHtml, type Page } from '../fetch/fetch-page.js';
import { pageAddress } from '../fetch/page-address.js';
import { sitemapOf } from '../fetch/sitemap.js';
import { inOneLine, textOf } from '../html/html-text.js';
import { markdownOf } from '../html/markdown.js';
import { type HtmlNode, parseHtml, treeOf } from '../html/parse-html.js';
import { type Field, type Selected, selectFields } from './select.js';

export interface Extracted {
  readonly title: string;
  /** At most `max_text_length` characters. */
  readonly text: string;
  readonly length: number;
  /** The fields by the names of their selectors. */
  readonly data?: Readonly<Record<string, Selected>>;
  /** The links of the page in document order, without duplicates. */
  readonly links: readonly string[];
}

export interface ExtractOptions extends Pick<CrawlSettings, 'extract_type' | 'max_text_length' | 'clean_text'> {
  readonly fields: readonly Field[];
}

const LEFT_OUT = new Set(['script', 'style', 'nav', 'header', 'footer', 'aside', 'noscript']);
const isLeftOut = ({ name }: HtmlNode) => LEFT_OUT.has(name ?? '');

const MAX_LINKS = 1000;

export async function extract(page: Page, options: ExtractOptions): Promise<Extracted> {
  if (!isHtml(page.type)) return extractPlain(page, options);
  const $ = await parseHtml(page.text);
  const { title, links } = factsOf(treeOf($), page.url);
  const { extract_type, max_text_length: max, clean_text } = options;
  if (extract_type === 'structured') {
    const data = selectFields($, options.fields);
    const text = JSON.stringify(data);
    return { title, text: cutEnd(text, max), length: text.length, data, links };
  }
  if (extract_type === 'markdown') {
    const body = markdownOf(treeOf($), isLeftOut);
    const text = title && !body.startsWith('# ') ? `# ${title}\n\n${body}` : body;
    return { title, text: cutEnd(text, max), length: text.length, links };
  }
  const whole = textOf(treeOf($), isLeftOut);
  const text = clean_text ? inOneLine(whole) : whole;
  return { title, text: cutMiddle(text, max), length: text.length, links };
}

function extractPlain(page: Page, { clean_text, max_text_length, extract_type, fields }: ExtractOptions): Extracted {
  const links = sitemapOf(page, MAX_LINKS)?.addresses ?? [];
  const text = clean_text && extract_type !== 'markdown' ? inOneLine(page.text) : page.text;
  const nothing = Object.fromEntries(fields.map(({ name }) => [name, null]));
  const data = extract_type === 'structured' ? { data: nothing } : {};
  return { title: '', text: cutMiddle(text, max_text_length), length: text.length, ...data, links };
}

const FILES =
  /\.(7z|avi|bin|bmp|css|docx?|exe|gif|gz|ico|iso|jpe?g|js|m4a|mov|mp[34]|ogg|pdf|png|pptx?|rar|svg|tar|ttf|wav|webm|webp|woff2?|xlsx?|zip)$/i;

/** One walk, because a separate query for each would search the whole page and sort its results. */
function factsOf(tree: HtmlNode, url: string): { title: string; links: string[] } {
  let title: HtmlNode | undefined;
  let base: string | undefined;
  const references: string[] = [];
  const walk = (node: HtmlNode) => {
    const { name, attribs, children = [] } = node;
    const href = attribs?.href?.trim();
    if (name === 'title') title ??= node;
    if (href !== undefined && name === 'base') base ??= pageAddress(href, url);
    if (href !== undefined && (name === 'a' || name === 'area')) references.push(href);
    for (const child of children) walk(child);
  };
  walk(tree);
  return { title: title ? inOneLine(textOf(title)) : '', links: linksOf(references, base ?? url) };
}

function linksOf(references: readonly string[], base: string): string[] {
  const links = new Set<string>();
  for (const reference of references) {
    const address = pageAddress(reference, base);
    if (address && !FILES.test(new URL(address).pathname)) links.add(address);
    if (links.size >= MAX_LINKS) break;
  }
  return [...links];
}

const MARK = ' [… cut …] ';

/** Shortens a text to `most` characters: keeps the first two thirds and the last third. */
export function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = max - MARK.length;
  const first = Math.ceil((room * 2) / 3);
  return copied(whole(text.slice(0, first)), MARK, whole(text.slice(text.length - (room - first))));
}

/** Shortens a text to `most` characters: keeps the beginning. */
function cutEnd(text: string, max: number): string {
  return text.length <= max ? text : copied(whole(text.slice(0, max - MARK.length)), MARK.trimEnd());
}

/** Removes half of a surrogate pair at the edges. */
const whole = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

/** Joins the pieces into a new string. A string that is concatenated from slices keeps the original in memory. */
const copied = (...pieces: readonly string[]) => pieces.join('');
