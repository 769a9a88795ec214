import { type HtmlNode, inOneLine, parseHtml, textOf, treeOf } from '../../index.js';

/** Elements that usually hold the main content, most likely first. */
const PLACES: readonly ((element: HtmlNode) => boolean)[] = [
  named('article'),
  named('main'),
  ({ attribs }) => attribs?.role === 'main',
  ...['content', '#content', 'post', 'entry-content', 'article-body', 'story-body'].map(marked),
  ...['markdown-body', 'wiki-body', 'documentation'].map(marked),
  named('body'),
];
const ELEMENTS = new Set(['script', 'style', 'nav', 'header', 'footer', 'aside', 'noscript', 'iframe']);
const WORDS = new Set(
  'sidebar navigation menu advertisement ads banner popup modal cookie cookies gdpr subscribe newsletter comment comments related share social'.split(
    ' ',
  ),
);

/** Returns the text of the main part of a page, without navigation and similar parts. */
export async function articleText(html: string): Promise<string> {
  const tree = treeOf(await parseHtml(html));
  const root = mainPart(tree) ?? tree;
  return inOneLine(textOf(root, (element) => element !== root && isAround(element)));
}

/** Finds the most likely main element in one walk. A query for each place would search the whole page. */
function mainPart(tree: HtmlNode): HtmlNode | undefined {
  let best: HtmlNode | undefined;
  let places = PLACES;
  const walk = (node: HtmlNode) => {
    const place = node.attribs ? places.findIndex((isHere) => isHere(node)) : -1;
    if (place !== -1) [best, places] = [node, places.slice(0, place)];
    for (const child of node.children ?? []) walk(child);
  };
  walk(tree);
  return best;
}

function named(name: string) {
  return (element: HtmlNode) => element.name === name;
}

/** Matches a class, or an id with a leading `#`. */
function marked(mark: string) {
  if (mark.startsWith('#')) return ({ attribs }: HtmlNode) => attribs?.id === mark.slice(1);
  const whole = new RegExp(`(?:^|\\s)${mark}(?:\\s|$)`);
  return ({ attribs }: HtmlNode) => whole.test(attribs?.class ?? '');
}

/** Matches whole words of a class or an id: "ads" does not match "downloads", and "no-sidebar" means the opposite. */
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
