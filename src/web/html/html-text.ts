import { plainLine, plainText } from '../../util/index.js';
import type { HtmlNode } from './parse-html.js';

export const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html li main nav noscript ol option p pre section summary table tbody td textarea tfoot th thead title tr ul'.split(
    ' ',
  ),
);

/** Returns the text of a node, with line breaks around blocks, without elements that are left out. */
export function textOf(node: HtmlNode, isLeftOut: (element: HtmlNode) => boolean = () => false): string {
  const pieces: string[] = [];
  collect(node, isLeftOut, pieces);
  return plainText(pieces.join(''), Number.POSITIVE_INFINITY);
}

/** Replaces each run of white space by one space, and removes invisible characters. */
export const inOneLine = (text: string): string => plainLine(text, Number.POSITIVE_INFINITY);

function collect(node: HtmlNode, isLeftOut: (element: HtmlNode) => boolean, pieces: string[]): void {
  if (node.type === 'text') pieces.push(node.data ?? '');
  else if (node.children && !isLeftOut(node)) {
    const line = BLOCKS.has(node.name ?? '') ? '\n' : '';
    if (line) pieces.push(line);
    for (const child of node.children) collect(child, isLeftOut, pieces);
    if (line) pieces.push(line);
  }
}
