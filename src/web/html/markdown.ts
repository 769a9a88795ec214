import { plainText } from '../../util/index.js';
import { BLOCKS, inOneLine } from './html-text.js';
import type { HtmlNode } from './parse-html.js';

type IsLeftOut = (element: HtmlNode) => boolean;

/** Converts a page to Markdown: headings, paragraphs, lists, quotes, tables, code and links. */
export function markdownOf(tree: HtmlNode, isLeftOut: IsLeftOut): string {
  const blocks: string[] = [];
  new Writer(isLeftOut, blocks).children(tree);
  return blocks.join('\n\n');
}

/** Lists, tables and quotes that are nested deeper lose their markup, because each level copies its contents. */
const MAX_DEPTH = 8;
const MAX_LINE_LENGTH = 100_000;

const CODE = new Set(['code', 'kbd', 'samp']);
const HEADING = /^h([1-6])$/;

class Writer {
  #line: string[] = [];

  constructor(
    private readonly isLeftOut: IsLeftOut,
    private readonly blocks: string[],
    private readonly depth = 0,
  ) {}

  children(node: HtmlNode): void {
    for (const child of node.children ?? []) this.#node(child);
    this.#endLine();
  }

  #node(node: HtmlNode): void {
    const { type, name = '', children } = node;
    if (type === 'text') this.#line.push(node.data ?? '');
    if (!children || name === 'head' || name === 'title' || this.isLeftOut(node)) return;
    if (BLOCKS.has(name) && name !== 'br') this.#blockNode(node, name);
    else this.#line.push(this.#mark(node));
  }

  #blockNode(node: HtmlNode, name: string): void {
    this.#endLine();
    const level = HEADING.exec(name)?.[1];
    const nests = this.depth < MAX_DEPTH;
    if (level) this.#block(`${'#'.repeat(Number(level))} `, inOneLine(this.#pieces(node)));
    else if (name === 'pre') this.#fence(plainText(rawText(node, this.isLeftOut), Number.POSITIVE_INFINITY));
    else if (nests && (name === 'ul' || name === 'ol')) this.#list(node);
    else if (nests && name === 'table') this.#table(node);
    else if (nests && name === 'blockquote') this.#quote(node);
    else if (name === 'hr') this.#block('', '---');
    else this.children(node);
  }

  /** Renders inline content. White space at its edges stays outside the markup. */
  #mark(node: HtmlNode): string {
    const { name = '', attribs = {} } = node;
    if (name === 'br') return ' ';
    if (name === 'img') return attribs.alt ? `![${inOneLine(attribs.alt)}]` : '';
    const raw = this.#pieces(node);
    const text = inOneLine(raw);
    const [before, after] = [/^\s/.test(raw) ? ' ' : '', /\s$/.test(raw) ? ' ' : ''];
    if (text === '') return before;
    const address = name === 'a' ? inOneLine(attribs.href ?? '').replaceAll(' ', '%20') : '';
    if (/^(https?:|\/)/i.test(address)) return `${before}[${text}](${address})${after}`;
    if (CODE.has(name)) return `${before}\`${text.replaceAll('`', "'")}\`${after}`;
    if (name === 'strong' || name === 'b') return `${before}**${text}**${after}`;
    if (name === 'em' || name === 'i') return `${before}*${text}*${after}`;
    return BLOCKS.has(name) ? ` ${text} ` : raw;
  }

  #pieces(node: HtmlNode): string {
    const pieces = (node.children ?? []).map((child) => {
      if (child.type === 'text') return child.data ?? '';
      return child.children && !this.isLeftOut(child) ? this.#mark(child) : '';
    });
    return pieces.join('').slice(0, MAX_LINE_LENGTH);
  }

  #list(list: HtmlNode): void {
    const items = (list.children ?? []).filter((item) => item.name === 'li' && !this.isLeftOut(item));
    const lines = items.map((item, index) => {
      const mark = list.name === 'ol' ? `${index + 1}. ` : '- ';
      return mark + this.#inside(item).replaceAll('\n', `\n${' '.repeat(mark.length)}`);
    });
    if (lines.length > 0) this.blocks.push(lines.join('\n'));
  }

  #table(table: HtmlNode): void {
    const rows = rowsOf(table, this.isLeftOut).map((row) => {
      const cells = (row.children ?? []).filter(({ name }) => name === 'td' || name === 'th');
      return cells.map((cell) =>
        this.#inside(cell)
          .replaceAll(/\s*\n\s*/g, ' ')
          .replaceAll('|', '\\|'),
      );
    });
    const [first, ...rest] = rows.filter((row) => row.length > 0);
    if (!first) return;
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    this.blocks.push([line(first), line(first.map(() => '---')), ...rest.map(line)].join('\n'));
  }

  #quote(node: HtmlNode): void {
    const text = this.#inside(node);
    if (text) this.blocks.push(text.replaceAll(/^/gm, '> '));
  }

  /** Renders the blocks of a node without blank lines between them. */
  #inside(node: HtmlNode): string {
    const blocks: string[] = [];
    new Writer(this.isLeftOut, blocks, this.depth + 1).children(node);
    return blocks.join('\n');
  }

  #fence(text: string): void {
    const fence = text.includes('```') ? '~~~~' : '```';
    if (text.trim() !== '') this.blocks.push(`${fence}\n${text.replace(/^\n+|\s+$/g, '')}\n${fence}`);
  }

  #block(mark: string, text: string): void {
    if (text !== '') this.blocks.push(mark + text);
  }

  #endLine(): void {
    const text = inOneLine(this.#line.join(''));
    this.#line = [];
    if (text !== '') this.blocks.push(text);
  }
}

function rawText(node: HtmlNode, isLeftOut: IsLeftOut): string {
  if (node.type === 'text') return node.data ?? '';
  if (!node.children || isLeftOut(node)) return '';
  return node.name === 'br' ? '\n' : node.children.map((child) => rawText(child, isLeftOut)).join('');
}

function rowsOf(node: HtmlNode, isLeftOut: IsLeftOut): HtmlNode[] {
  return (node.children ?? []).flatMap((child) => {
    if (child.name === 'tr') return [child];
    return ['thead', 'tbody', 'tfoot'].includes(child.name ?? '') && !isLeftOut(child) ? rowsOf(child, isLeftOut) : [];
  });
}
