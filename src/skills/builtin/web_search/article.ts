import { inOneLine, textOf } from '../../lib/html-text.js';
import { type HtmlNode, parseHtml, treeOf } from '../../lib/parse-html.js';

/** Where pages keep what they are about, the likeliest first. */
const PLACES = [
  ...['article', 'main', '[role=main]', '.content', '#content', '.post', '.entry-content', '.article-body'],
  ...['.story-body', '.markdown-body', '.wiki-body', '.documentation', 'body'],
];
const ELEMENTS = new Set(['script', 'style', 'nav', 'header', 'footer', 'aside', 'noscript', 'iframe']);
const WORDS = new Set(
  'sidebar navigation menu advertisement ads banner popup modal cookie cookies gdpr subscribe newsletter comment comments related share social'.split(
    ' ',
  ),
);

/** What a page is about: the text of its main part, without what stands around it. */
export async function articleText(html: string): Promise<string> {
  const $ = await parseHtml(html);
  const place = PLACES.map((selector) => $(selector)[0]).find((found) => found !== undefined);
  const root = (place ?? treeOf($)) as HtmlNode;
  return inOneLine(textOf(root, (element) => element !== root && isAround(element)));
}

/** By whole words of a class or an id: an "ads" is no "downloads", and "no-sidebar" is the opposite of one. */
function isAround({ name = '', attribs = {} }: HtmlNode): boolean {
  if (ELEMENTS.has(name)) return true;
  const names = `${attribs.class ?? ''} ${attribs.id ?? ''}`.trim().split(/\s+/);
  return names.some((one) => !/^(has|no|with)[-_]/i.test(one) && wordsOf(one).some((word) => WORDS.has(word)));
}

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/);
