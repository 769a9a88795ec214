import { BLOCKS, type HtmlNode, inOneLine, parseHtml, textOf, treeOf } from '../../web/index.js';
import { type Block, under } from './piece.js';

const LEFT_OUT: ReadonlySet<string> = new Set(
  'script style noscript template svg nav header footer aside form iframe head'.split(' '),
);
const isLeftOut = ({ name = '' }: HtmlNode) => LEFT_OUT.has(name);

export async function htmlBlocks(html: string): Promise<Block[]> {
  const walk = new Walk();
  walk.visit(treeOf(await parseHtml(html)));
  walk.flush();
  return walk.blocks;
}

class Walk {
  readonly blocks: Block[] = [];
  #headings: string[] = [];
  #text = '';

  visit(node: HtmlNode): void {
    if (node.type === 'text') this.#text += node.data ?? '';
    if (node.name === 'img' && node.attribs?.alt) this.#text += ` ${node.attribs.alt} `;
    if (!node.children || isLeftOut(node)) return;
    const level = /^h([1-6])$/.exec(node.name ?? '')?.[1];
    if (level) this.#heading(node, Number(level));
    else if (node.name === 'pre') this.#code(node);
    else this.#children(node, node.children);
  }

  flush(): void {
    const text = inOneLine(this.#text);
    this.#text = '';
    if (text !== '') this.blocks.push({ kind: 'text', text, headings: this.#headings });
  }

  #children({ name = '' }: HtmlNode, children: readonly HtmlNode[]): void {
    const isBlock = BLOCKS.has(name);
    if (isBlock) this.flush();
    for (const child of children) this.visit(child);
    if (isBlock) this.flush();
  }

  #heading(node: HtmlNode, level: number): void {
    this.flush();
    const title = inOneLine(textOf(node));
    if (title === '') return;
    this.#headings = under(this.#headings, level, title);
    this.blocks.push({ kind: 'heading', text: `${'#'.repeat(level)} ${title}`, headings: this.#headings });
  }

  #code(node: HtmlNode): void {
    this.flush();
    const text = textOf(node).trim();
    if (text !== '') this.blocks.push({ kind: 'code', text, headings: this.#headings });
  }
}
