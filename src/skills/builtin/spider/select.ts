import type { CheerioAPI } from 'cheerio/slim';
import { LimitError } from '../../../util/index.js';
import { PageError } from '../../lib/fetch-page.js';
import { inOneLine, textOf } from '../../lib/html-text.js';
import { type HtmlNode, parseHtml, treeOf } from '../../lib/parse-html.js';
import { compileXPath } from './xpath/index.js';

/** What a selector finds: a text, several, or nothing. */
export type Selected = string | string[] | null;

export interface Field {
  readonly name: string;
  readonly select: ($: CheerioAPI) => string[];
}

/** Selectors ready to be used, and what is wrong with the others. */
export async function compileSelectors(
  selectors: Readonly<Record<string, unknown>>,
): Promise<{ fields: Field[]; problems: string[] }> {
  const fields: Field[] = [];
  const problems: string[] = [];
  for (const [name, selector] of Object.entries(selectors)) {
    try {
      if (typeof selector !== 'string' || selector.trim() === '') throw new Error('it is no text');
      // No selector of CSS begins with a call, as `count(//a)` does.
      const isXPath = /^(\.?[/(]|[a-z-]+\()/.test(selector.trim());
      fields.push({ name, select: isXPath ? byXPath(selector.trim()) : await byCss(selector.trim()) });
    } catch (error) {
      problems.push(`the selector of ${name} cannot be used: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { fields, problems };
}

/** The fields of one page, white space as single spaces. */
export function selectFields($: CheerioAPI, fields: readonly Field[]): Record<string, Selected> {
  return Object.fromEntries(fields.map((field) => [field.name, selected($, field)]));
}

function selected($: CheerioAPI, { name, select }: Field): Selected {
  try {
    const texts = select($)
      .map(inOneLine)
      .filter((text) => text !== '');
    return texts.length > 1 ? texts : (texts[0] ?? null);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new PageError(`the selector of ${name} fails on it: ${why}`, undefined, { cause });
  }
}

function byXPath(expression: string): Field['select'] {
  const evaluate = compileXPath(expression);
  return ($) => evaluate(treeOf($));
}

/** The parser needs quadratic time for some selectors. */
const LONGEST_CSS = 1000;

/** CSS, and the two endings that other tools have for what CSS cannot say: `::text` and `::attr(name)`. */
async function byCss(selector: string): Promise<Field['select']> {
  if (selector.length > LONGEST_CSS)
    throw new LimitError({
      what: 'The CSS selector',
      limit: LONGEST_CSS,
      actual: selector.length,
      unit: 'characters',
      advice: 'Select with several shorter selectors.',
    });
  const [, css = '', attribute] = /^(.*?)(?:::text|::attr\(\s*([\w:-]+)\s*\))?$/s.exec(selector) ?? [];
  (await parseHtml('')).root().find(css); // throws for what is no selector
  return ($) => {
    const elements = elementsIn(treeOf($), css);
    // By filtering: a search below the root compares each of its children with all others first.
    const found = $(elements as never)
      .filter(css)
      .toArray() as HtmlNode[];
    return found.map((one) => (attribute ? (one.attribs?.[attribute.toLowerCase()] ?? '') : textOf(one)));
  };
}

/** What takes time by the neighbours of each element, and what by all that is below it. */
const LOOKS_ACROSS = /[~+]|:(nth|only|last)-/;
const LOOKS_BELOW = /:(has|contains|icontains)\(/;
/** A page of somebody else's decides how far a selector has to look. */
const MOST_STEPS = 20_000_000;

/** All elements of a page, in its order, unless a selector would have to look too far among them. */
function elementsIn(tree: HtmlNode, css: string): HtmlNode[] {
  const [across, below] = [LOOKS_ACROSS.test(css), LOOKS_BELOW.test(css)];
  const elements: HtmlNode[] = [];
  let steps = 0;
  const walk = (node: HtmlNode, depth: number) => {
    const { attribs, children = [], data = '' } = node;
    if (attribs) elements.push(node);
    steps += (across ? children.length ** 2 / 2 : 0) + (below ? depth * (1 + data.length / 8) : 0);
    for (const child of children) walk(child, depth + 1);
  };
  walk(tree, 0);
  if (steps > MOST_STEPS) throw new Error('it has too far to look on this page');
  return elements;
}
