import type { CheerioAPI } from 'cheerio';

export interface HtmlNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly HtmlNode[];
  readonly parent?: HtmlNode | null;
}

/** Parses a page. The parsers are loaded with the first page. */
export async function parseHtml(html: string): Promise<CheerioAPI> {
  const [{ load }, { boundedTree }] = await Promise.all([import('cheerio/slim'), import('./bounded-tree.js')]);
  return load(boundedTree(html));
}

export const treeOf = ($: CheerioAPI): HtmlNode => $.root()[0] as HtmlNode;
