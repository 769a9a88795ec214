import { type Tag, tagAt } from './html-tag.js';

// The parser and whatever walks its tree need time by tags times depth, and stack by depth: a page of nothing but open
// tags would stop both for minutes. Browsers flatten pages at about this depth too.
const DEEPEST = 512;
const MOST_TAGS = 50_000;

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const ONCE = new Set(['html', 'head', 'body']);
/** Tags in these are text. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp']);
/** What begins a tag; every other `<` is text. */
const TAG = /<(?=[a-z/!?])/gi;

const BLOCKS =
  'address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul'.split(
    ' ',
  );
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'colgroup']);

/** How far up an end that nobody wrote is looked for: what stands between is inline. */
const NEAR = 50;

/** What an opening tag means for the elements it may stand in: it ends one, or stays within one. */
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
 * The same page, well-formed: every tag that is opened is closed, about where browsers would, and what is nested too
 * deep or comes too late loses its tags and keeps its text. Comments are left out. What follows a tag that never ends is
 * not part of the page.
 */
export function shallowHtml(source: string): string {
  const page = new WellFormed();
  let at = 0;
  for (;;) {
    TAG.lastIndex = at;
    const less = TAG.exec(source)?.index ?? source.length;
    page.text(source.slice(at, less));
    const tag = less < source.length ? tagAt(source, less) : undefined;
    if (!tag) break;
    at = tag.end;
    if (tag.kind === 'close') page.close(tag.name);
    else if (tag.kind === 'open' && !RAW.has(tag.name)) page.open(tag);
    else if (tag.kind === 'open') {
      const end = endOfRaw(source, tag);
      if (!end) break;
      page.raw(tag, harmless(tag.name, source.slice(at, end.from)));
      at = end.to;
    }
  }
  return page.end();
}

class WellFormed {
  readonly #out: string[] = [];
  readonly #open: string[] = [];
  #tags = 0;

  text(text: string): void {
    // What comes next may lose its own sign, and must not make a tag of this one.
    if (text !== '') this.#out.push(text.replace(/<$/, '&lt;'));
  }

  open({ name, attributes }: Tag): void {
    if (this.#tags++ >= MOST_TAGS || (ONCE.has(name) && this.#open.includes(name))) return;
    this.#closeTo(this.#levelEndedBy(name));
    if (name === 'tr' && this.#open.at(-1) === 'table') this.#opened('tbody', '');
    this.#opened(name, attributes);
  }

  raw({ name, attributes }: Tag, content: string): void {
    if (this.#tags++ < MOST_TAGS) this.#out.push(`<${name}${attributes}>${content}</${name}>`);
  }

  /** An end without a beginning, or across the cell of a table, ends nothing. */
  close(name: string): void {
    const level = this.#open.lastIndexOf(name);
    if (level === -1 || (!TABLE_PARTS.has(name) && level < this.#open.lastIndexOf('table'))) return;
    this.#closeTo(level);
  }

  end(): string {
    this.#closeTo(0);
    return this.#out.join('');
  }

  #opened(name: string, attributes: string): void {
    if (this.#open.length >= DEEPEST) return;
    this.#out.push(`<${name}${attributes}>`);
    if (!VOID.has(name)) this.#open.push(name);
  }

  #closeTo(level: number): void {
    while (this.#open.length > level) this.#out.push(`</${this.#open.pop()}>`);
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

function endOfRaw(source: string, { name, end }: Tag): { from: number; to: number } | undefined {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = end;
  const found = closing.exec(source);
  const to = found ? source.indexOf('>', closing.lastIndex) : -1;
  return found && to !== -1 ? { from: found.index, to: to + 1 } : undefined;
}

/** Content that is not markup, so that the parser finds no other end in it. What is shown of an `xmp` is all of it. */
function harmless(name: string, content: string): string {
  if (name === 'xmp') return content;
  return name === 'title' ? content.replaceAll('<', '&lt;') : content.replaceAll('</', '<\\/');
}
