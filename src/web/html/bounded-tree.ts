import { DomHandler, Tokenizer } from 'htmlparser2';

// Code that walks a tree needs time by tags times depth, and stack by depth. A page of only opening tags would block it
// for minutes. Browsers flatten pages at about this depth, too.
const MAX_DEPTH = 512;
const MAX_TAGS = 50_000;
const MAX_ATTRIBUTES = 100;
const ELEMENT_NAME = /^[a-z][a-z0-9:-]{0,40}$/;
const ATTRIBUTE_NAME = /^[a-z][\w:.-]*$/;

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const ONCE = new Set(['html', 'head', 'body']);
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp']);

const BLOCKS =
  'address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul'.split(
    ' ',
  );
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'colgroup']);

/** How many levels up an implied end tag is searched for. Elements between are inline. */
const NEAR = 50;

/** An opening tag ends an element marked `ends`, unless one marked `within` is in between. */
const MEANS: ReadonlyMap<string, ReadonlyMap<string, 'ends' | 'within'>> = new Map(
  [
    ...BLOCKS.map((name) => [name, 'p', 'table td th caption button object']),
    ['li', 'li', 'ul ol menu table'],
    ['dt', 'dt dd', 'dl table'],
    ['dd', 'dt dd', 'dl table'],
    ['option', 'option', 'select datalist'],
    ['td', 'td th', 'tr table'],
    ['th', 'td th', 'tr table'],
    ['tr', 'tr', 'table'],
    ...['thead', 'tbody', 'tfoot'].map((name) => [name, 'thead tbody tfoot caption colgroup', 'table']),
    ['a', 'a', 'table td th'],
    ['body', 'head', 'html'],
  ].map(([name = '', ends = '', within = '']) => [
    name,
    new Map([
      ...ends.split(' ').map((other) => [other, 'ends'] as const),
      ...within.split(' ').map((other) => [other, 'within'] as const),
    ]),
  ]),
);

/**
 * Builds the tree of a page. Every open element is closed, about where browsers would close it. Elements that are nested
 * too deeply or exceed the limit are left out, and their text is kept. Comments are left out. Takes linear time for any
 * input.
 */
export function boundedTree(source: string): DomHandler['root'] {
  const tree = new Tree();
  const tokenizer = new Tokenizer({ decodeEntities: true }, new Tokens(source, tree));
  tokenizer.write(source);
  tokenizer.end();
  return tree.end();
}

type Attributes = Record<string, string>;

class Tokens {
  #name = '';
  #attributes: Attributes = {};
  #attributeCount = 0;
  #attribute = '';
  #value = '';

  constructor(
    private readonly source: string,
    private readonly tree: Tree,
  ) {}

  ontext(start: number, end: number): void {
    this.tree.text(this.source.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.tree.text(String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.source.slice(start, end).toLowerCase();
    this.#attributes = {};
    this.#attributeCount = 0;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.source.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.source.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (this.#attributeCount++ >= MAX_ATTRIBUTES || !ATTRIBUTE_NAME.test(this.#attribute)) return;
    if (!Object.hasOwn(this.#attributes, this.#attribute)) this.#attributes[this.#attribute] = this.#value;
  }

  onopentagend(): void {
    if (ELEMENT_NAME.test(this.#name)) this.tree.open(this.#name, this.#attributes);
  }

  onselfclosingtag(): void {
    this.onopentagend();
    if (RAW.has(this.#name)) this.tree.close(this.#name);
  }

  onclosetag(start: number, end: number): void {
    this.tree.close(this.source.slice(start, end).toLowerCase());
  }

  oncomment(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
}

class Tree {
  readonly #dom = new DomHandler();
  readonly #open: string[] = [];
  #tags = 0;
  /** The element whose content is text, if one is open. It is not in `#open`. */
  #raw: { readonly name: string; readonly isKept: boolean } | undefined;

  text(text: string): void {
    if (this.#raw?.isKept !== false) this.#dom.ontext(text);
  }

  open(name: string, attributes: Attributes): void {
    const isKept = this.#tags++ < MAX_TAGS;
    if (RAW.has(name)) {
      this.#raw = { name, isKept };
      if (isKept) this.#dom.onopentag(name, attributes);
      return;
    }
    if (!isKept || (ONCE.has(name) && this.#open.includes(name))) return;
    this.#closeTo(this.#levelEndedBy(name));
    if (name === 'tr' && this.#open.at(-1) === 'table') this.#opened('tbody', {});
    this.#opened(name, attributes);
  }

  /** Closes an element. Ignores an end tag without a start tag, or for an element outside the current table. */
  close(name: string): void {
    if (this.#raw?.name === name) {
      if (this.#raw.isKept) this.#dom.onclosetag();
      this.#raw = undefined;
      return;
    }
    const level = this.#open.lastIndexOf(name);
    if (level === -1 || (!TABLE_PARTS.has(name) && level < this.#open.lastIndexOf('table'))) return;
    this.#closeTo(level);
  }

  end(): DomHandler['root'] {
    if (this.#raw) this.close(this.#raw.name);
    this.#closeTo(0);
    this.#dom.onend();
    return this.#dom.root;
  }

  #opened(name: string, attributes: Attributes): void {
    if (this.#open.length >= MAX_DEPTH) return;
    this.#dom.onopentag(name, attributes);
    if (VOID.has(name)) this.#dom.onclosetag();
    else this.#open.push(name);
  }

  #closeTo(level: number): void {
    for (; this.#open.length > level; this.#open.pop()) this.#dom.onclosetag();
  }

  #levelEndedBy(name: string): number {
    const means = MEANS.get(name);
    const { length } = this.#open;
    for (let level = length - 1; means && level >= Math.max(0, length - NEAR); level--) {
      const meaning = means.get(this.#open[level] as string);
      if (meaning === 'ends') return level;
      if (meaning === 'within') break;
    }
    return length;
  }
}
