import { isHtml, type Page } from './fetch-page.js';
import { pageAddress } from './page-address.js';

const MAX_FILES = 5;

export interface Sitemap {
  readonly isIndex: boolean;
  readonly addresses: readonly string[];
}

/** Returns the addresses in an XML sitemap or sitemap index, or undefined for another kind of file. */
export function sitemapOf({ type, text, url }: Page, max: number): Sitemap | undefined {
  if (isHtml(type)) return undefined;
  const isIndex = /<sitemapindex[\s>]/i.test(text.slice(0, 2000));
  if (!isIndex && !/<urlset[\s>]/i.test(text.slice(0, 2000))) return undefined;
  const found = new Set<string>();
  for (const [, raw = ''] of text.matchAll(/<loc>(?:\s*<!\[CDATA\[)?([^<\]]*)/gi)) {
    const address = pageAddress(raw.trim().replaceAll('&amp;', '&'), url);
    if (address) found.add(address);
    if (found.size >= max) break;
  }
  return { isIndex, addresses: [...found] };
}

/** Returns the pages listed in sitemaps, including those of an index. Sitemaps that cannot be read are skipped. */
export async function sitemapAddresses(
  files: readonly string[],
  read: (url: string) => Promise<Page | undefined>,
  max: number,
): Promise<string[]> {
  const pages: string[] = [];
  const waiting = files.slice(0, MAX_FILES);
  for (let count = 0; count < MAX_FILES && pages.length < max; count++) {
    const file = waiting.shift();
    if (file === undefined) break;
    const page = await read(file);
    const sitemap = page && sitemapOf(page, max);
    if (sitemap?.isIndex) waiting.push(...sitemap.addresses.slice(0, MAX_FILES));
    else pages.push(...(sitemap?.addresses ?? []));
  }
  return pages.slice(0, max);
}
