import type { CheerioAPI } from 'cheerio/slim';
import { shallowHtml } from './shallow-html.js';

/** As much of a node of the tree as is read here. */
export interface HtmlNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly HtmlNode[];
  readonly parent?: HtmlNode | null;
}

/** A page as a tree. The parser is loaded with the first page. */
export async function parseHtml(html: string): Promise<CheerioAPI> {
  const { load } = await import('cheerio/slim');
  return load(shallowHtml(html));
}

/** The tree as its walkers see it. */
export const treeOf = ($: CheerioAPI): HtmlNode => $.root()[0] as HtmlNode;
