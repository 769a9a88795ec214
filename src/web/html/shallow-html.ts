import { type Tag, tagAt } from './html-tag.js';

// The parser and the code that walks its tree need time by tags times depth, and stack by depth. A page of only opening
// tags would block them for minutes. Browsers flatten pages at about this depth, too.
const DEEPEST = 512;
const MOST_TAGS = 50_000;

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const ONCE = new Set(['html', 'head', 'body']);
/** Elements whose content is text, not tags. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp']);
/** Matches the start of a tag. Every other `<` is text. */
const TAG = /<(?=[a-z/!?])/gi;

const BLOCKS =
  'address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul'.split(
    ' ',
  );
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'colgroup']);

/** How many levels up an implied end tag is searched for. Elements between are inline. */
const NEAR = 50;

/**
 * The effect of an opening tag on open elements. It ends an element marked `ends`, unless an element marked `within` is
 * in between.
 */
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
 * Returns the page as well-formed HTML. Every open tag is closed, about where browsers would close it. Tags that are
 * nested too deeply or exceed the limit are removed, and their text is kept. Comments are removed. The page ends at a
 * tag that never ends.
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
    // The next tag may be removed, and then this `<` must not start a tag with the text after it.
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

  /** Closes an element. Ignores an end tag without a start tag, or for an element outside the current table. */
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

/**
 * Escapes content that is not markup, so that the parser finds no other end in it. The content of `xmp` is displayed,
 * so it is unchanged.
 */
function harmless(name: string, content: string): string {
  if (name === 'xmp') return content;
  return name === 'title' ? content.replaceAll('<', '&lt;') : content.replaceAll('</', '<\\/');
}
